"""Results of pairings: recorded, adjudicated by hand, and what follows from them.

Start in `record_result.py`; matches that are not over in time are in `unfinished.py`.
"""
