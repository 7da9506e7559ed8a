"""Records of whole matches, written and read back.

Start in `record.py`.
"""
