"""Files made of what the window shows: their dialogs, and writing them in processes and threads of their own.

What the files hold is made by `paper` and `picture.film`.
"""
