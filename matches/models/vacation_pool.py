"""The vacation days that an event grants."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class VacationPool(models.Model):
    """Vacation days that an event grants each of its players: a number a year, or in all from ``begins`` to ``ends``.

    A vacation shorter than ``shortest`` days counts as that many. The pool of all matches outside events has the key
    ``FRIENDLY``.
    """

    FRIENDLY: ClassVar = "friendly"

    key = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=100)
    days = models.PositiveSmallIntegerField(default=30)
    shortest = models.PositiveSmallIntegerField(default=1)
    begins = models.DateField(null=True, blank=True, help_text="Both dates empty: so many days each calendar year.")
    ends = models.DateField(null=True, blank=True, help_text="The last day.")

    def __str__(self) -> str:
        return self.name
