"""The lobby, and matches that begin at once.

Players who want a match now wait in the lobby, and those whose wishes agree are paired: start in `play_now.py`. A match
against a computer, or alone, begins in one click (`one_click.py`), for visitors without an account too
(`cookie_guests.py`).
"""
