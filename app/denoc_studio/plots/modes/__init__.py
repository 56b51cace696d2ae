"""Small motions of an arm for the screen: where it can rest, how it swings there, in words and numbers. No Qt."""
