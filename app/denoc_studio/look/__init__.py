"""How the program looks and what its user chose: colours, themes, icons, preferences, and where files are kept.

Nothing here knows what an arm is. `colours`, `palettes` and `plain_text` need no Qt, for paper uses them too.
"""
