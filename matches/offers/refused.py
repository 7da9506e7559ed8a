"""Reasons why an offer isn't made, or not taken up."""

from __future__ import annotations

from typing import Literal

Code = Literal["unknown", "self", "own", "not_yours", "closed", "expired", "limit", "repeat", "invalid", "busy"]

_STATUS = {"not_yours": 403, "own": 409, "closed": 409, "expired": 409, "limit": 429, "busy": 503}


class OfferRefused(Exception):
    """Something that was refused, without any change.

    ``message`` is one sentence for the player, ``status`` an HTTP status, and ``field`` the input at fault if there is
    one: ``opponent``, ``email``, ``invited``, ``message``, ``first``, an option's key, or a name used by
    ``matches.time_control.limits``.
    """

    def __init__(self, message: str, code: Code, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code: Code = code
        self.field = field
        self.status = _STATUS.get(code, 422)
