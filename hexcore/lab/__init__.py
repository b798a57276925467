"""The laboratory: rule systems compared on paper, on one battle, and over whole games.

Every part answers a `Page` of blocks (`pages`), which the command line prints, `--json` gives as a value, a
report writes as HTML and CSV, and the client's Laboratory shows: one content, four ways to read it.
"""
