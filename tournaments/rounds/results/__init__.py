"""Results of pairings: recorded, adjudicated by hand, and what follows from them.

Start in `record_result.py`; what differs by how many play is in `outcomes.py`. Matches that are not over in time are in
`tournaments/events/dates/unfinished.py`.
"""
