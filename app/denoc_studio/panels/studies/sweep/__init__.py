"""The Sweep panel: entries varied over many runs, their table and a plot of it. Numbers and words come from
`plots.sweep`."""
