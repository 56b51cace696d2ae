"""The pages of help with figures and mathematics. Their text is in `denoc_resources/help`."""
