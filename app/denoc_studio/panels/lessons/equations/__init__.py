"""The torques of the joints in symbols, term by term, with their values at the time cursor.

What is shown is made in `denoc_studio.lessons` (outline and nodes), the equations themselves in `denoc.symbolic`.
"""
