"""What measurements tell of an arm, as tables for screen, files and paper; computed beside the window, so no Qt."""
