"""The real window under strain: pieces that the long programmes and the suite's short forms of them share."""
