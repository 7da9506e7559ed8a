"""The pages of clubs.

Start in `pages.py`.
"""
