"""The main window: docks, menus, keys, help, and the program's start and end.

It puts panels together and holds no logic of their own; nobody but `start` knows `main_window`.
"""

import gc

from denoc_studio.widgets.imports.plain_import import restore_import

restore_import()
gc.disable()  # what is imported from here on stays; `garbage.Collector` collects once the window has settled
