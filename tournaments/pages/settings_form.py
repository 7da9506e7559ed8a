"""What the pages with the settings of an event, a season or a club have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django import forms
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _

from engine.game import Game
from engine.games import contests, game
from i18n.text import listed

OPEN = "open"  # what the button posts that sets an event or season up and opens it


def filled_in(posted: QueryDict, form: type[forms.Form], is_asked_for: Callable[[str], bool]) -> dict[str, str]:
    """Return what was filled in, the longest last, for ``login_keeps``.

    Browsers don't send boxes that weren't ticked.
    """
    unticked = [name for name, field in form.base_fields.items() if isinstance(field, forms.BooleanField)]
    sent = dict.fromkeys(unticked, "") | posted.dict()
    kept = {name: str(text) for name, text in sent.items() if is_asked_for(name)}
    return dict(sorted(kept.items(), key=lambda item: len(item[1])))


def game_asked_for(request: HttpRequest, usual: str) -> Game:
    """Return the game that the form or the address names, else the ``usual`` one, or the first if that is ""."""
    slug = request.POST.get("game") or request.GET.get("game") or usual
    try:
        return game(slug) if slug else contests()[0]
    except LookupError:
        raise Http404 from None


def changed_words(labels: Sequence[str]) -> str:
    """Say which settings have changed."""
    if not labels:
        return _("Nothing changed.")
    return _("Changed: %(labels)s.") % {"labels": listed([_("“%(label)s”") % {"label": label} for label in labels])}
