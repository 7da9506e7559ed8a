"""Account pages: settings, email addresses, export and deletion; `login/` has signing up and logging in.

Everything may be imported here. Start in `views.py`.
"""
