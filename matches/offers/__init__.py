"""Offers: how players come to a match.

A challenge is an offer of two seats, a match to play alone one of one seat, and a table one of several; a computer
takes the places that it is asked for.

Start in `terms.py`, which has what is offered; `set_up.py` makes an offer, `answers.py` has what players do with it,
and `begin.py` how it ends. `shown.py` says who sees it, `causes.py` who gets an email. `new_offer.py` and
`offer_page.py` are the pages.
"""
