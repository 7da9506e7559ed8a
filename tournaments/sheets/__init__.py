"""Tables as values, and the files that are written from them.

Start in `sheet.py`. What such a table holds is said in the room of its subject.
"""
