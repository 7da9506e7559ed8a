"""What a person may see of a match, and how it is drawn and said.

Start in `view.py`.
"""
