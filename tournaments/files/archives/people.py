"""The people of an archive, each listed once, by name alone, in the order in which they come up."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models

from accounts.models import User
from tournaments.models import Arrival, Club

Who = tuple[str, int]


class People:
    """Accounts, and people from an archive who have none here."""

    def __init__(self, club: Club) -> None:
        self.names: list[str] = []
        self._places: dict[Who, int] = {}
        self._arrivals: dict[tuple[str, int], list[Arrival]] = {}
        for arrival in Arrival.objects.filter(club=club).order_by("pk"):
            for column, rows in arrival.places.items():
                for pk in rows:
                    self._arrivals.setdefault((column, pk), []).append(arrival)

    def who(self, row: models.Model, field: str) -> int | None:
        """Return the place of the person in that column, from 1; ``None`` for no one, or a deleted account."""
        user: User | None = getattr(row, field)
        if user is not None:
            return self._place(("user", user.pk), user.display_name)
        found = self._arrivals.get((label(row, field), row.pk))
        return self._place(("arrival", found[0].pk), found[0].name) if found else None

    def told(self, row: models.Model, field: str) -> int | list[int] | None:
        """Return the place of the person in a column; for one that names several, all their places, sorted by name."""
        if not row._meta.get_field(field).many_to_many:
            return self.who(row, field)
        users: Iterable[User] = getattr(row, field).all()
        known = [(user.display_name, ("user", user.pk)) for user in users]
        known += [(each.name, ("arrival", each.pk)) for each in self._arrivals.get((label(row, field), row.pk), [])]
        return [self._place(who, name) for name, who in sorted(known)]

    def _place(self, who: Who, name: str) -> int:
        if who not in self._places:
            self.names.append(name)
            self._places[who] = len(self.names)
        return self._places[who]


def label(row: models.Model, field: str) -> str:
    """Return the name of a column in the form that ``Arrival.places`` has: “model.column”."""
    return f"{row._meta.model_name}.{field}"
