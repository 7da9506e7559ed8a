"""Matches: playing one, from the offer to the result.

Each room has one subject: what it does, its forms, its emails and its pages. Imports go down these floors only:

- `home`, `links` (the pages behind those in emails), `replies` (turns by email)
- `playing` (the match page and all that is done on it), `lobby`
- `offers`: how players come to a match
- `conditional`, `vacation`, `computers`, `results`, `verify`
- `gate` (the acts that change a match), `match_view` (what one reader may see of it)
- `clocks`, `record` (the log, seats and chance), `mails`, `live`, `input`; `hooks.py`, by which rooms above are reached
- `models`
- `time_control`, in pure Python

The games' rules are in `engine`, tournaments above. Start in `gate/turns.py`. Each minute `sweep.py` finds what is due.
"""
