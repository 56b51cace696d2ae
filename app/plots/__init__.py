"""What can be plotted of a run; screen, paper and data files all take it from here."""
