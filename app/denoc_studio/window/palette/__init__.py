"""Everything that can be done, found by typing words of its name.

`providers` lists what there is, `matching` ranks it, `command_palette` shows it.
"""
