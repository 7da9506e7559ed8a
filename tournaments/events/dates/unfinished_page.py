"""The page of unfinished matches of an event or a season: a choice for each, one reason, one button."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from i18n.text import listed, minus
from matches.input.paging import leaf
from matches.input.requests import MemberRequest
from matches.record.scores import score
from tournaments.locking.scope import Scope
from tournaments.models import Season
from tournaments.pages.event_or_season import ScopePage, context_of
from tournaments.pages.page_with_buttons import Act
from tournaments.rounds.results.adjudicate import stands
from tournaments.rounds.results.outcomes import UnfinishedMatch
from tournaments.rounds.results.verdicts import Rule

from . import end_date, unfinished
from .unfinished import Decided
from .unfinished_forms import VERDICT, DecideForm, typed_verdicts, verdicts_of

A_PAGE = 100
TOLD = 20  # matches named that were not touched


class UnfinishedPage(ScopePage):
    template = "tournaments/unfinished.html"
    usual = "decide"
    keeps = ("reason",)

    def typed(self, posted: QueryDict) -> dict[str, str]:
        chosen = {f"{VERDICT}{pk}": verdict for pk, verdict in typed_verdicts(posted).items() if verdict}
        return {"reason": str(posted.get("reason", "")), **chosen}

    def acts(self) -> Mapping[str, Act]:
        to_come = not end_date.why_cannot_move_end(self.scope) and unfinished.has_rounds_to_come(self.scope)
        return {"decide": Act(self._decide, partial(DecideForm, rounds_to_come=to_come))}

    def context(self) -> dict[str, Any]:
        scope = self.scope
        pairings = leaf(self.request, unfinished.unfinished_pairings(scope), size=A_PAGE, what=_("matches"))
        rule = _rule(self.request, scope)
        chosen = typed_verdicts(self.request.POST) if self.request.POST else typed_verdicts(self.request.GET) or None
        rows = [_row(each, chosen, rule) for each in unfinished.with_scores(pairings.items)]
        return {
            **context_of(scope),
            "pairings": pairings,
            "rows": rows,
            "form": self.form("decide"),
            "may_decide": scope.is_running and any(not row["open"].pending for row in rows),
            "is_over_time": scope.whole.is_over_time,
            "gets_more_time": scope.season is not None and scope.season.at_end == Season.AtEnd.EXTEND,
            "rule": rule,
            "settled_words": scope.whole.game.settled_words(),
            "fills": list(scope.whole.rules.fills.items()),
        }

    def _decide(self, form: DecideForm) -> tuple[str, str]:
        reason, ends_play = form.cleaned_data["reason"], bool(form.cleaned_data.get("ends_play"))
        decided = unfinished.decide(self.scope, form.choices, by=self.request.user, reason=reason, ends_play=ends_play)
        _tell(self.request, decided)
        return "", self.address()


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


def _rule(request: MemberRequest, scope: Scope) -> Rule | None:
    """Return the rule asked for; without one, at a season's end, the season's own."""
    wanted = request.GET.get("fill")
    if wanted is None and scope.season and scope.whole.is_over_time:
        wanted = scope.season.at_end
    return Rule(wanted) if wanted in set(Rule) else None


def _row(each: UnfinishedMatch, chosen: dict[int, str] | None, rule: Rule | None) -> dict[str, Any]:
    """Return a match with its choices: what was chosen if anything was, else what the rule says."""
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
