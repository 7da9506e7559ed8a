"""Hooks by which the mail system tells and asks other parts of the site, which connect to them when Django starts.

Each is called at once, in the caller's transaction if there is one. A receiver's errors reach the caller.
"""

from collections.abc import Set as AbstractSet
from datetime import datetime

from django.dispatch import Signal

from jobs.hooks import Question

mail_arrived = Signal()
"""A mail server has taken the ``mail``."""

mail_failed = Signal()
"""The ``mail`` was given up or kept back, or has come back."""

address_failed = Signal()
"""Mails to the ``user`` come back, as of now; ``row`` says from which address and why."""

address_restored = Signal()
"""Mails to the ``user`` arrive again, or are wanted again."""

turn_mail_wanted = Signal()
"""The ``user`` has turned mail about turns on again."""

unknown_address_used = Signal()
"""The ``writer`` has replied to an address that looks like ours, and of which we know nothing."""

reply_owner = Question[[str], int | None]()
"""The id of the user to whom the reply address with that token, hashed, was given."""

reply_match_is_open = Question[[str], bool | None]()
"""Whether the match that the reply address with that token, hashed, is about is over and has no secrets; ``None`` where
it is about none."""

replies_given = Question[[int, AbstractSet[str]], set[str]]()
"""Which of the hashed tokens are of reply addresses that were given to the user with that id."""

lost_to_backup = Question[[], tuple[datetime, datetime] | None]()
"""From when to when the site has lost what it sent, if it was lately restored from a backup."""
