"""Hooks by which the mail system tells and asks other parts of the site, which connect to them when Django starts.

Each is called at once, in the caller's transaction if there is one. A receiver's errors reach the caller.
"""

from collections.abc import Set as AbstractSet
from datetime import datetime

from django.dispatch import Signal

from jobs.hooks import Question

mail_accepted = Signal()
"""Sent when a mail server has accepted the ``mail``."""

mail_failed = Signal()
"""Sent when the ``mail`` was given up or held back, or has bounced."""

address_failed = Signal()
"""Sent when emails to the ``user`` begin to bounce; ``row`` has the address and the reason."""

address_restored = Signal()
"""Sent when emails to the ``user`` arrive again, or are wanted again."""

turn_mail_wanted = Signal()
"""Sent when the ``user`` has turned emails about turns on again."""

unknown_address_used = Signal()
"""Sent when the ``writer`` has replied to an address that looks like ours but that we don't know."""

reply_owner = Question[[str], int | None]()
"""The id of the user to whom the reply address with that token hash was given."""

reply_match_is_open = Question[[str], bool | None]()
"""True if the match of the reply address with that token hash is over and has no secrets; ``None`` without one."""

replies_given = Question[[int, AbstractSet[str]], set[str]]()
"""The token hashes, among these, of reply addresses that were given to the user with that id."""

lost_to_backup = Question[[], tuple[datetime, datetime] | None]()
"""The beginning and end of the time whose sent emails the site has lost, if it was restored from a backup lately."""
