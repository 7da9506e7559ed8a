"""What is counted: ``counted`` says that something has happened which is worth it, with ``name``, ``labels`` and how
often. A receiver that fails is logged and stops no one else."""

from functools import partial

from django.db import transaction
from django.dispatch import Signal

counted = Signal()


def count(name: str, number: int = 1, **labels: str) -> None:
    """Tell of it once the transaction has been committed."""
    if counted.has_listeners():
        told = partial(counted.send_robust, sender=None, name=name, labels=labels, number=number)
        transaction.on_commit(told, robust=True)
