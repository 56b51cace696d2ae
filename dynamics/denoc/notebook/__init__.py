"""How objects show themselves: HTML and SVG in a notebook, plain text where they are printed. No arm lives here."""
