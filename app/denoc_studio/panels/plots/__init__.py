"""The Plots panel: live curves of the runs, one legend, one time cursor.

Which curves there are, and their values, come from `plots`.
"""
