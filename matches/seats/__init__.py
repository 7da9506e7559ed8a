"""What concerns the seats of a match: the names of their players in what a game says (`names.py`), a match and its
seats as they were at one moment (`match_and_seats.py`), and answers to start from (`suggestions.py`)."""
