"""Our speed beside that of the peers that are installed: `denoc-studio bench`.

What is measured and how it is tabled and plotted; the peers are in `peers`, clocks and arms in `measuring`. No window.
"""
