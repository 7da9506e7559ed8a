"""The resources of the API, by subject.

Start in `matches.py`.
"""
