"""Maps of what an arm can do where in its reach, for screen and paper: quantities, planes, colours, words.

No Qt and no matplotlib; the maps themselves come from `denoc.reach_maps`.
"""
