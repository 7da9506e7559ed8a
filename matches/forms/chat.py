"""The form for a line to the others in a match."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from matches.gate.chat import LINES_A_DAY, may_say
from matches.match_view.view import MatchView
from matches.text_input import MESSAGE_LENGTH


@dataclass(frozen=True, slots=True)
class Talk:
    """``typed`` is what was sent and turned down, for the reason in ``error``; ``is_deaf``: the reader gets no
    emails about lines in this match. Lines are posted to ``say_url``, the choice of emails to ``hear_url``."""

    others: str
    is_deaf: bool
    say_url: str
    hear_url: str
    typed: str = ""
    error: str = ""
    longest: int = MESSAGE_LENGTH
    lines_a_day: int = LINES_A_DAY

    @property
    def is_open(self) -> bool:
        return bool(self.typed or self.error)


def talk_of(match_view: MatchView, *, link_url: str = "", typed: str = "", error: str = "") -> Talk | None:
    """``None`` for a bystander, where no one else is left, and when the match has long been over. ``link_url`` is the
    page of the link by which the reader came."""
    others = any(seat.player and not seat.player.is_computer for seat in match_view.seats if seat != match_view.seat)
    if match_view.seat is None or not others or not may_say(match_view.match, match_view.now):
        return None
    say, hear = (link_url or reverse(f"matches:{name}", args=[match_view.match.pk]) for name in ("say", "hear"))
    return Talk(match_view.others_names, match_view.seat.is_deaf, say, hear, typed, error)
