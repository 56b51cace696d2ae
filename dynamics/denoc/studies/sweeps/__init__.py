"""A project run again and again with other entries: which, what is measured of each run, and by whom it is computed."""
