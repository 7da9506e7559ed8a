"""The page of unfinished matches of an event or a season: a choice for each, one reason, one button."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from i18n.text import listed, minus
from matches.input.paging import leaf
from matches.input.requests import MemberRequest, see_other
from matches.record.scores import score
from tournaments.events import end_date
from tournaments.forms.unfinished import VERDICT, DecideForm, typed_verdicts, verdicts_of
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import Season
from tournaments.results import unfinished
from tournaments.results.adjudicate import stands
from tournaments.results.outcomes import UnfinishedMatch
from tournaments.results.unfinished import Decided
from tournaments.results.verdicts import Rule
from tournaments.views.event_or_season import context_of, of_both

A_PAGE = 100
TOLD = 20  # matches named that were not touched


def typed(posted: QueryDict) -> dict[str, str]:
    """Return the reason, then the choices, for ``login_keeps``."""
    chosen = {f"{VERDICT}{pk}": verdict for pk, verdict in typed_verdicts(posted).items() if verdict}
    return {"reason": str(posted.get("reason", "")), **chosen}


def _page(request: MemberRequest, scope: Scope) -> HttpResponse:
    to_come = not end_date.why_cannot_move_end(scope) and unfinished.has_rounds_to_come(scope)
    if request.method != "POST":
        form = DecideForm(rounds_to_come=to_come, initial={"reason": request.GET.get("reason", "")})
        return _show_unfinished(request, scope, form, typed_verdicts(request.GET) or None)
    form = DecideForm(request.POST, rounds_to_come=to_come)
    if not form.is_valid():
        return _show_unfinished(request, scope, form, form.verdicts, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    reason, ends_play = form.cleaned_data["reason"], bool(form.cleaned_data.get("ends_play"))
    try:
        decided = unfinished.decide(scope, form.choices, by=request.user, reason=reason, ends_play=ends_play)
    except TournamentRefused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _show_unfinished(request, scope, form, form.verdicts, status=refused.status)
    _tell(request, decided)
    return see_other(request.path)


def _tell(request: MemberRequest, decided: Decided) -> None:
    if decided.done:
        done = ngettext("Decided %(number)s match.", "Decided %(number)s matches.", decided.done)
        messages.success(request, done % {"number": decided.done})
    if decided.waiting:
        waiting = ngettext(
            "%(number)s match is decided within a minute or two.",
            "%(number)s matches are decided within a minute or two.",
            decided.waiting,
        )
        messages.info(request, waiting % {"number": decided.waiting})
    if decided.left:
        words = " ".join(decided.left[:TOLD])
        more = len(decided.left) - TOLD
        if more > 0:
            words += " " + ngettext("And %(number)s more.", "And %(number)s more.", more) % {"number": more}
        messages.warning(request, _("Your decision wasn’t used here: %(matches)s") % {"matches": words})


def _show_unfinished(
    request: MemberRequest, scope: Scope, form: DecideForm, chosen: dict[int, str] | None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Show the page.

    ``chosen`` are verdicts by the ids of pairings, if any were chosen; otherwise those of a rule are shown.
    """
    pairings = leaf(request, unfinished.unfinished_pairings(scope), size=A_PAGE, what=_("matches"))
    rule = _rule(request, scope)
    rows = [_row(each, chosen, rule) for each in unfinished.with_scores(pairings.items)]
    context = {
        **context_of(scope),
        "pairings": pairings,
        "rows": rows,
        "form": form,
        "may_decide": scope.is_running and any(not row["open"].pending for row in rows),
        "is_over_time": scope.whole.is_over_time,
        "gets_more_time": scope.season is not None and scope.season.at_end == Season.AtEnd.EXTEND,
        "rule": rule,
        "settled_words": scope.whole.game.settled_words(),
        "fills": list(scope.whole.rules.fills.items()),
    }
    return render(request, "tournaments/unfinished.html", context, status=status)


def _rule(request: MemberRequest, scope: Scope) -> Rule | None:
    """Return the rule asked for; without one, at a season's end, the season's own."""
    wanted = request.GET.get("fill")
    if wanted is None and scope.season and scope.whole.is_over_time:
        wanted = scope.season.at_end
    return Rule(wanted) if wanted in set(Rule) else None


def _row(each: UnfinishedMatch, chosen: dict[int, str] | None, rule: Rule | None) -> dict[str, Any]:
    rules = each.pairing.round.event.rules
    suggested = rules.verdict_by(rule, each) if rule is not None else None
    selected = (suggested or "") if chosen is None else chosen.get(each.pairing.pk, "")
    return {
        "open": each,
        "seen": stands(each.pairing),
        "name": rules.name_of(each.pairing),
        "score": "" if each.reached else _score(each),
        "choices": [(value, label, value == selected) for value, label in verdicts_of(each.pairing)],
    }


def _score(each: UnfinishedMatch) -> str:
    """Say the points so far; at a table of several, whose they are."""
    if not each.scores or not each.pairing.size:
        return score(*each.scores) if each.scores else ""
    entries = each.pairing.entries
    return listed([f"{entry.shown_name} {minus(own)}" for entry, own in zip(entries, each.scores, strict=True)])


of_event, of_season = of_both(_page, typed)
