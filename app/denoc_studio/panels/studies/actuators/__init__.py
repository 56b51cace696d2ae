"""The Actuators panel: motors and gears against what a run asks of them. The numbers come from `plots.tables`."""
