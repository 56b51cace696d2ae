"""What is learnt from a run: the Actuators panel with its motors and plots, and the inspector of the equations.

The numbers come from `plots.tables` and `denoc.studies`.
"""
