"""A club written into an archive.

Start in `zip.py`.
"""
