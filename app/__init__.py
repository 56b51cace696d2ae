"""DeNOC Studio: the application around `dynamics`."""
