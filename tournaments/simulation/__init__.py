"""Whole events played by simulated players, on a clock that is moved.

They choose their turns at random or as a computer does, and use the same services as pages and emails, so that the
outcome is that of a real season.

Start in `event.py`.
"""
