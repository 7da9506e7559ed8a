"""What people send in: text made fit to be stored (`text.py`), and how often someone may do a thing in a day
(`daily_limit.py`), or visitors without an account may (`visitor_limit.py`)."""
