"""What is learnt from an arm and its runs: a panel a room (`actuators`), and the inspector of the equations.

The numbers come from `plots.tables` and `denoc.studies`. The rooms do not know each other.
"""
