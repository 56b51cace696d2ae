"""What recursions compute with: scalars, vectors, spatial vectors, recorded scalars. No robot lives here."""
