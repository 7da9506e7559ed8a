"""Counts of what a list would do, without those that are zero."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

INVITED = gettext_noop("%(number)s to invite")
ADDED = gettext_noop("%(number)s to add")
CHANGED = gettext_noop("%(number)s to change")
RATED = gettext_noop("%(number)s with another rating")
UNCHANGED = gettext_noop("%(number)s unchanged")
FAULTY = gettext_noop("%(number)s with errors")


def in_words(counts: Mapping[str, int]) -> str:
    """Say counts by their messages, in order: “2 to invite, 1 with errors.”"""
    said = [_(message) % {"number": count} for message, count in counts.items() if count]
    return f"{', '.join(said)}." if said else _("The list is empty.")
