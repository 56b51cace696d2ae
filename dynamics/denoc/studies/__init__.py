"""What is learnt from runs: trust, agreement, causes, sizing, sensitivity, and what an arm can carry and reach.

Nothing here writes a file.
"""
