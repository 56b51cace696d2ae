"""What only developers measure: `python -m benchmarks.window`, `.costs`, `.equations`. Peers: `denoc-studio bench`."""
