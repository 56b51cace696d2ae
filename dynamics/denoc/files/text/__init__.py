"""Numbers, names, XML and JSON as text, read strictly and written so that nobody takes them for something else."""
