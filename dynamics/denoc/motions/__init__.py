"""What the arm is to do: profiles, splines, samples, paths of the tip, and when they change. No torque lives here."""
