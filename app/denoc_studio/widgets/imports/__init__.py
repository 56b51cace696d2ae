"""Qt and pyqtgraph, imported with less work than they make of it themselves."""
