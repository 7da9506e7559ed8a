"""The emails that the event wrote, and the time it takes to compose them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Final

from django.db.models import Count

from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.outbox.registry import Uncomposable

COMPOSED: Final = 40  # of each kind


def table() -> str:
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    kinds = OutboxMail.objects.order_by().values_list("kind").annotate(count=Count("pk")).order_by("-count")
    yield f"{'mails written':24}{'':>10}{'composing one':>18}"
    for kind, count in kinds:
        found = _composing(kind)
        yield f"{kind:24}{count:>10,}" + (f"{1000 * median(found):>15.1f} ms" if found else "")
    yield f"{'in all':24}{OutboxMail.objects.count():>10,}"


def _composing(kind: str) -> list[float]:
    """Return the seconds it takes to compose each of the latest emails of that kind.

    Those that can't be composed any longer, as is true of most about turns, are left out.
    """
    found = []
    for mail in OutboxMail.objects.filter(kind=kind).order_by("-pk")[:COMPOSED]:
        begun = time.perf_counter()
        try:
            message = compose(mail)
        except Uncomposable:
            continue
        if message is not None:
            found.append(time.perf_counter() - begun)
    return found
