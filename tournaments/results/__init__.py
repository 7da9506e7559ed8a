"""Results of pairings: recorded, adjudicated, and what follows from them.

Start in `record_result.py`.
"""
