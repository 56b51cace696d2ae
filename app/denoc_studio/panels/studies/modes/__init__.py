"""The Modes panel: where the arm can rest, how it swings there, poles over a run. Numbers and words come from
`plots.modes`."""
