"""What only developers measure: `python -m benchmarks.window`, `.equations`. Beside peers: `denoc-studio bench`."""
