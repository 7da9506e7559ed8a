"""Tournaments and players from files.

Start in `import_entries.py`.
"""
