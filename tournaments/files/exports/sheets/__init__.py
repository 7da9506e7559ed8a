"""The tables of an event that every spreadsheet format writes.

Start in `standings.py`.
"""
