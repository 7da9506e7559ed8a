"""The form for marks on the board, which a team's players put there for each other."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engine.values import Place
from matches.gate.marks import has_marks
from matches.match_view.marks import ShownMark
from matches.match_view.view import MatchView
from matches.models import Mark


@dataclass(frozen=True, slots=True)
class MarkForm:
    """The spaces that can be marked, and the reader's own marks; ``space`` and ``text`` are what was sent and turned
    down, for the reason in ``error``. It is posted to ``url``."""

    places: tuple[Place, ...]
    own: tuple[ShownMark, ...]
    url: str
    space: str = ""
    text: str = ""
    error: str = ""
    longest: int = Mark.LONGEST

    @property
    def is_open(self) -> bool:
        return bool(self.space or self.text or self.error)


def mark_form(
    match_view: MatchView, *, link_url: str = "", space: str = "", text: str = "", error: str = ""
) -> MarkForm | None:
    """``None`` for a reader who can mark nothing: a bystander, someone who has left, and where no others of a team
    would see it. ``link_url`` is the page of the link by which the reader came."""
    if match_view.seat is None or match_view.is_out or not has_marks(match_view.match, match_view.seats):
        return None
    places = match_view.game.places(match_view.view)
    own = tuple(mark for mark in match_view.marks if mark.is_own)
    url = link_url or reverse("matches:marks", args=[match_view.match.pk])
    return MarkForm(places, own, url, space, text, error) if places else None
