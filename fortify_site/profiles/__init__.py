"""Account pages: sign-up, settings, email addresses, export and deletion.

Everything may be imported here. Start in `views.py`.
"""
