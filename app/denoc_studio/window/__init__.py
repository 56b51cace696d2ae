"""The main window: docks, menus, keys, help, and the program's start and end.

It puts panels together and holds no logic of their own; nobody but `start` knows `main_window`.
"""
