"""The panels: each subscribes to the document and the time cursor, edits through the document, knows no other one.

What two of them need is in `editing`, in `exports`, or below in `widgets`.
"""
