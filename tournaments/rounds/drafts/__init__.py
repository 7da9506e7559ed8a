"""The draft of a round: who takes part, who meets whom, and what organisers change before it is published.

Start in `draft.py`; the Swiss rules themselves are in `competition/pairing/dutch`. `forbidden_pairs.py` has players who
don't meet.
"""
