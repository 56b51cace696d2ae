"""Tables and fields whose entries are the document's: what is typed becomes an edit, what is refused stays, and why.

What more than one panel edits with; a panel's own editors are in its room.
"""
