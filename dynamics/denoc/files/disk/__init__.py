"""Files written whole or not at all, over what is expected; what paths are. Nothing here knows a format."""
