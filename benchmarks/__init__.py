"""What only developers measure: `python -m benchmarks.window`. The speed beside peers is `denoc-studio bench`."""
