"""How the site is doing: what is looked at, what it means, and the page that says so to the host.

Start in `report.py`.
"""
