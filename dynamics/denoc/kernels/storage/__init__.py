"""Machine code on disk, in files that this user alone can have written, and the lock under which it is made. What the
code computes is not known here."""
