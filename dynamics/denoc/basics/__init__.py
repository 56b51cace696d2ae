"""What everybody stands on: the errors, checks of what is handed in, cancelling. Nothing of arms lives here."""
