"""Files in and out, a format a room; projects and the bundled examples. No recursion and no integrator lives here."""
