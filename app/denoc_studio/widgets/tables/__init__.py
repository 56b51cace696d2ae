"""Tables that know nothing of arms: keys, marks of refused text, the height that they take.

Their contents come from whoever uses them.
"""
