"""The site's condition: checks, what they mean, and the page that tells the host.

Start in `report.py`.
"""
