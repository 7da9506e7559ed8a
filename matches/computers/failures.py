"""Searches that failed, which are reported to the host: each is a defect of a game or of the search."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final

from django.db import Error

from jobs.models import Heartbeat
from timekeeping import clock

log = logging.getLogger(__name__)

NAME: Final = "search failed"


def note_failure() -> None:
    try:
        Heartbeat.objects.update_or_create(name=NAME, defaults={"at": clock.now()})
    except Error as error:  # the search's own error is not to be lost for it
        log.warning("that a search failed could not be noted: %s", error)


def last_failure() -> datetime | None:
    return Heartbeat.objects.filter(pk=NAME).values_list("at", flat=True).first()
