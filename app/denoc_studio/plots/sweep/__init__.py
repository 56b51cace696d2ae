"""A sweep for the screen: what is asked for, and its table as it grows, is sorted, drawn and copied. No Qt."""
