"""What is learnt from runs: trust, agreement, causes, sizing, sensitivity; from measurements: `identification`.
Nothing here writes a file."""
