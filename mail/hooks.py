"""What the mail system tells other parts of the site, which connect to it when Django starts.

Each is called at once, in the caller's transaction where there is one; whatever a receiver raises is the caller's.
"""

from django.dispatch import Signal

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
