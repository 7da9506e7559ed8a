"""Tables of three to five: drawn by the standings, or so that everyone meets everyone."""
