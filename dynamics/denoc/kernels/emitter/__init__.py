"""Operations of a trace as LLVM text and machine code, for any number of lanes. Nothing here knows of robots."""
