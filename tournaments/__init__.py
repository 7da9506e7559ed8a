"""Events, clubs and leagues, from the first entry to the final standings.

Each room has one subject: what it does, its forms, its emails and its pages. Imports go down these floors only:

- `seasons` (leagues), `files` (exports, imports, archives), `home`, `simulation`
- `events` (settings, start, dates, ending), `formats`, `clubs`, `accounts`
- `entries` (with withdrawals and replacements), `decisions`
- `rounds` (drafts, publishing, results)
- `standings`, `ratings`, `clocks`, `weekly`
- `mails`, `pages` and `sheets`, which have what emails, pages and files share
- `locking`, `permissions`, `settings`
- `models`; `hooks.py`, by which rooms above are reached

The arithmetic is in `competition`, each match in `matches`. Start in `rounds/advance.py`; each minute `sweep.py` finds
what is due.
"""
