"""A whole club as one zip of open formats, and the way back in on another site.

Start in `export/zip.py` and `imports/club.py`.
"""
