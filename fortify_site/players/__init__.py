"""The page of a player, as others see it: what matches, events and clubs know of them, and what they choose to show.

Start in `page.py`.
"""
