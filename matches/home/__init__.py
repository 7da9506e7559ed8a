"""Pages and emails about what waits for a player: the first page, the daily email, reminders and the calendar.

The rules of each game are here, too. Start in `home_page.py`.
"""
