"""What drives the arm: laws, controllers, typed formulas, motors and gears. Nothing here integrates."""
