"""What a match tells the rest of the site.

``counted`` says that something has happened which is worth counting, with ``name``, ``labels`` and how often.

The other two are sent with ``match``, all after the transaction has been committed. A receiver that fails is logged and
stops nobody else; a process may die before it sends them, so a receiver must also find by a query what it has missed.
"""

from functools import partial

from django.db import transaction
from django.dispatch import Signal

match_started = Signal()
match_finished = Signal()
counted = Signal()


def count(name: str, number: int = 1, **labels: str) -> None:
    """Tell of it once the transaction has been committed."""
    if counted.has_listeners():
        told = partial(counted.send_robust, sender=None, name=name, labels=labels, number=number)
        transaction.on_commit(told, robust=True)
