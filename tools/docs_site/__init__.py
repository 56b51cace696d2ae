"""What `make docs` adds to the pages that are written by hand: theory, references and notebooks, made from their
sources. `hooks.py` is what MkDocs calls; nothing else here knows MkDocs."""
