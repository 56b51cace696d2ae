"""What is learnt from runs: trust, agreement, causes, sizing, sensitivity. Nothing here writes a file."""
