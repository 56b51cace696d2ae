"""How robots and recordings show themselves in a notebook: plain HTML and SVG, without any library for plots."""
