"""The Tolerances panel: which numbers are known how well, and what that makes of a run. Numbers and words come from
`plots.many`."""
