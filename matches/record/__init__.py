"""A match as its log tells it: for its game to replay and as a text record (`record.py`), and what lets players check
its chance and secrets (`fairness.py`)."""
