"""What stands behind the window: the document with its undo stack, its runs, the time cursor, copies of unsaved work.

Qt's core, signals and threads, and no widget; panels subscribe to what is here.
"""
