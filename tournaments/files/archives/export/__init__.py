"""Writing a club into an archive.

Start in `zip.py`.
"""
