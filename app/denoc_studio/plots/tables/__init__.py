"""What can be told of a run in tables: the causes of torques, the actuators, what is inside the equations.

Numbers with headings and units; `panels` and `paper` show them.
"""
