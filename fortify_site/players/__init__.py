"""The page of a player, as others see it: what matches, events and clubs know of them, and what they let be seen.

Start in `page.py`.
"""
