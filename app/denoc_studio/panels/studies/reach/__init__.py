"""The Reach panel: what the arm can do where in its reach, as a map. Numbers and colours come from `plots.reach`."""
