"""The forms beside the board: a message to the others, marks for a team, and private notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.values import Place
from i18n.memo import memoized
from matches.gate.chat import LINES_A_DAY, may_say
from matches.input.text import MESSAGE_LENGTH
from matches.match_view.board import ShownMark
from matches.match_view.view import MatchView
from matches.models import Mark, Match, PrivateNote
from matches.record.marks import can_mark
from timekeeping import clock


@dataclass(frozen=True, slots=True)
class Talk:
    """The form for messages.

    ``typed`` was sent and refused, for the reason in ``error``; ``is_deaf``: the reader gets no emails about messages
    in this match. Messages are posted to ``say_url``, the choice of emails to ``hear_url``.
    """

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
    """Return the form for messages.

    ``None`` for a bystander, for a player who is alone, and when the match has long been over. ``link_url`` is the page
    of the link by which the reader came.
    """
    others = any(seat.player and not seat.player.is_computer for seat in match_view.seats if seat != match_view.seat)
    if match_view.seat is None or not others or not may_say(match_view.match, match_view.now):
        return None
    say, hear = (link_url or reverse(f"matches:{name}", args=[match_view.match.pk]) for name in ("say", "hear"))
    return Talk(match_view.others_names, match_view.seat.is_deaf, say, hear, typed, error)


@dataclass(frozen=True, slots=True)
class MarkForm:
    """The spaces that can be marked, and the reader's own marks. It is posted to ``url``.

    ``space`` and ``text`` were sent and refused, for the reason in ``error``.
    """

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
    """Return the form for marks; ``None`` for a reader who can mark nothing.

    That is a bystander, a player who has left, or a player without a team to see it. ``link_url`` is the page of the
    link by which the reader came.
    """
    if match_view.seat is None or match_view.is_out or not can_mark(match_view.match, match_view.seats):
        return None
    places = match_view.game.places(match_view.view)
    own = tuple(mark for mark in match_view.marks if mark.is_own)
    url = link_url or reverse("matches:marks", args=[match_view.match.pk])
    return MarkForm(places, own, url, space, text, error) if places else None


class NoteField(forms.CharField):
    """A text field in which a line end counts as one character, though browsers send two."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n").replace("\r", "\n")


class NoteForm(forms.Form):
    """The form for private notes; empty ``text`` deletes them."""

    text = NoteField(
        label=_("Private notes"),
        help_text=_("Only you can see your notes, even after the match."),
        required=False,
        max_length=PrivateNote.LONGEST,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    prefix = "note"

    @property
    def control(self) -> SafeString:
        """The text box of the form, drawn once without a text until something is sent."""
        if self.is_bound:
            return SafeString(str(self["text"]))
        return SafeString(_draw_box().replace(_TEXT, escape(self["text"].value())))

    def save(self, match: Match, writer: User) -> None:
        """Save the notes of a valid form."""
        text = self.cleaned_data["text"]
        if text:
            kept = {"text": text, "written_at": clock.now()}
            PrivateNote.objects.update_or_create(kept, match=match, writer=writer)
        else:
            PrivateNote.objects.filter(match=match, writer=writer).delete()


def note_form(match_view: MatchView, typed: str | None = None) -> NoteForm | None:
    """Return the form with what was ``typed`` and isn't saved yet, else the saved notes; ``None`` for a bystander."""
    if match_view.seat is None:
        return None
    return NoteForm(initial={"text": match_view.own_note if typed is None else typed})


_TEXT: Final = "\0"


@memoized(1)
def _draw_box() -> str:
    return str(NoteForm(initial={"text": _TEXT})["text"])
