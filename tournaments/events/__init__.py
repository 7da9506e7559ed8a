"""Events as a whole: opening and starting them, organisers, playoffs, announcements; their pages and emails.

Start in `open.py`. Making an event and changing it is in `settings/`, how it ends in `ending/`, its dates and matches
that are not over in time in `dates/`.
"""
