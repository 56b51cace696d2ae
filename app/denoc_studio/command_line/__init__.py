"""`denoc-studio` without a window: its arguments, its commands, its exit codes and what it prints.

Here is what a terminal sees. What is computed, drawn or written is made in the rooms below; Qt is imported only to open
the window.
"""
