"""The Chaos panel: a cloud of arms beside the run, how fast errors grow, and when an arm that is let go turns over."""
