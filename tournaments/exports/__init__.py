"""Tables as files: what a table holds is said once (sheets.py), and each format writes it its own way.

Start in `catalogue.py`.
"""
