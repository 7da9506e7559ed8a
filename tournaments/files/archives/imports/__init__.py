"""A club made from an archive.

Start in `club.py`.
"""
