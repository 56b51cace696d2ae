"""The bar under the arm with the badge of trust, the status bar, and the row of menus.

They show what `session` tells and move the time cursor.
"""
