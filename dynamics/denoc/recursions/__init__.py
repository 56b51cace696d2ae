"""One formulation a file, as its paper prints it, over any scalar. Neither arrays nor machine code live here."""
