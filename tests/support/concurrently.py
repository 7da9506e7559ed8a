"""Several things at the same moment, each on a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from matches.gate.refused import MatchRefused
from matches.offers.refused import OfferRefused
from tests.support.patience import PATIENCE


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts at the same moment; return what each returned, or the refusal that it met.

    Any other error in one of them is raised here.
    """
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)
    errors: list[Exception] = []

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            barrier.wait(PATIENCE)
            results[place] = act()
        except (MatchRefused, OfferRefused) as refused:
            results[place] = refused
        except Exception as error:  # whatever it is, it is the caller's, in another thread
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    if errors:
        raise errors[0]
    return results


@contextmanager
def held(row: Model) -> Iterator[None]:
    """Keep the row locked by another connection meanwhile."""
    locked, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                type(row)._default_manager.select_for_update(no_key=True).get(pk=row.pk)
                locked.set()
                done.wait(PATIENCE)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert locked.wait(PATIENCE)
        yield
    finally:
        done.set()
        holder.join()
