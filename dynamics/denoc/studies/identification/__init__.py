"""From measured data to the arm's parameters: what a measurement is and how it compares with a run (`measurement`,
`comparison`), which parameters torques can tell at all (`base`), which motions tell them (`excitation`), and the least
squares that find them (`least_squares`). Files are read here, by the rooms below; nothing is written."""
