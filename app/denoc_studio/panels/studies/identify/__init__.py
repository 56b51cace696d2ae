"""The Identify panel: what torques tell of an arm, a motion worth logging, the arm as a log tells it.

The numbers come from `plots.tables.identify`, beside the window.
"""
