"""What each kind of mail is about: a function from the row and its reader to what the templates in
``email/<kind>/`` need, or to ``None`` where there is no reason left to send it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matches.mail.reader import Reader
from matches.models import OutboxMail

from .challenges import challenge, challenge_accepted, challenge_declined, challenge_withdrawn
from .draws import draw_declined, draw_offered
from .result import match_over
from .turn import your_turn

Kind = Callable[[OutboxMail, Reader], dict[str, Any] | None]

KINDS: Mapping[str, Kind] = {
    "your_turn": your_turn,
    "draw_offered": draw_offered,
    "draw_declined": draw_declined,
    "match_over": match_over,
    "challenge": challenge,
    "challenge_accepted": challenge_accepted,
    "challenge_declined": challenge_declined,
    "challenge_withdrawn": challenge_withdrawn,
}
