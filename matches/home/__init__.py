"""What waits for a player: the first page, the daily email, reminders and the calendar; and the rules of each game.

Start in `home_page.py`.
"""
