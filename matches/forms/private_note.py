"""The form for a player's private notes on a match."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from i18n.memo import memoized
from matches.match_view.own_note import own_note
from matches.models import Match, PrivateNote, Seat
from timekeeping import clock


class NoteField(forms.CharField):
    """A browser sends a line's end as two letters, and counts it as one."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n").replace("\r", "\n")


class NoteForm(forms.Form):
    """``text`` is empty to delete the notes."""

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
        """The box with the text; as long as nothing is sent, it is drawn once without one."""
        if self.is_bound:
            return SafeString(str(self["text"]))
        return SafeString(_draw_box().replace(_TEXT, escape(self["text"].value())))

    def save(self, match: Match, writer: User) -> None:
        """Of a form that is valid."""
        text = self.cleaned_data["text"]
        if text:
            kept = {"text": text, "written_at": clock.now()}
            PrivateNote.objects.update_or_create(kept, match=match, writer=writer)
        else:
            PrivateNote.objects.filter(match=match, writer=writer).delete()


def note_form(seat: Seat, writer: User, typed: str | None = None) -> NoteForm:
    """With what was ``typed`` and not saved yet, or else with what is kept; ``seat`` is the writer's."""
    return NoteForm(initial={"text": own_note(seat, writer) if typed is None else typed})


_TEXT: Final = "\0"


@memoized(1)
def _draw_box() -> str:
    return str(NoteForm(initial={"text": _TEXT})["text"])
