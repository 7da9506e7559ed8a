"""Emails about matches: who gets one for what has happened, and whether it has arrived.

Start in `causes.py`. `tokens.py` makes the links in emails and the addresses that take replies; `unread.py` and
`reply_lines.py` look into emails that came in. What an email shows stands in the room of its subject, in `emails.py` or
`turn_emails.py` and the like; `matches/email_kinds.py` lists the kinds.
"""
