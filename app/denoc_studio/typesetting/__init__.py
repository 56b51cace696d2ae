"""Mathematics as immutable nodes, laid out to glyphs and rules, written as LaTeX and in words; numbers; texts.

No Qt, no drawing and no arms: `widgets` paints what is laid out here, `paper` draws it.
"""
