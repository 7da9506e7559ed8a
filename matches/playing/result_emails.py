"""Emails that the match is over, for all players or for one of several."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import TurnMail
from i18n.text import listed, noop
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.preferences.unsubscribe import TURNS
from matches.mails import tokens
from matches.match_view.endings import headline
from matches.match_view.match_context import MatchContext, of_match
from matches.match_view.recent_turns import as_shown, name_of_seat, since_own_turn
from matches.models import LogEntry
from matches.offers import rematch

Kind = LogEntry.Kind
LEFT = {  # to the one who left, and to the others
    Kind.TIME: (noop("Your time ran out, so you’re out of the match"), noop("%(name)s ran out of time and is out")),
    Kind.FORFEIT: (noop("You forfeited the match"), noop("%(name)s forfeited the match")),
    Kind.RESIGNATION: (noop("You resigned"), noop("%(name)s resigned")),
}


@of_match()
def match_over(context: MatchContext, _mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    if not context.match.is_over:
        return None
    return context.shown(
        headline=headline(context.seats, context.own),
        on_time=lost_on_time(context) if context.match.how_it_ended == "time" else "",
        **as_shown(context, _but_the_ending(context, since_own_turn(context))),
        parts=parts(context),
        rematch_url=rematch_url(context),
    )


def _but_the_ending(context: MatchContext, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines without the note that says how the match ended, if the email begins with that."""
    if context.match.how_it_ended in {Kind.TIME, Kind.RESIGNATION}:
        return lines
    ending = context.by_players(context.named(context.match.result_words))
    return [{**line, "notes": [note for note in line["notes"] if note != ending]} for line in lines]


@of_match(running=True)
def seat_left(context: MatchContext, mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell that one of several players has left, or was lost, and that the others play on.

    A player who is out is told whatever their wish about emails, as with a result. Moot once the match is over, since
    the email about that says it, too.
    """
    line = context.match.log.defer("state").filter(pk=mail.context["turn"]).first()
    if line is None:
        return None
    is_own = line.seat_id == context.own.pk
    if not is_own and reader.turn_mail == TurnMail.NONE:
        return None
    own, theirs = LEFT[Kind(line.kind)]
    out = context.game.given_up(context.state)
    playing = [seat.name for seat in context.others if seat.index not in out]
    return context.shown(
        headline=_(own if is_own else theirs) % {"name": name_of_seat(context, line.seat_id)},
        reason=line.reason,
        is_own=is_own,
        stops="" if is_own else TURNS,
        playing=listed(playing),
        playing_count=len(playing),
    )


def rematch_url(context: MatchContext) -> str:
    """Return a link to a page with a button that asks for a rematch."""
    if not rematch.is_possible(context.match, context.seats):
        return ""
    return tokens.link_url(tokens.mint_rematch(context.own))


def lost_on_time(context: MatchContext) -> str:
    """Return whose time ran out, and before which turn: the one shown on the board then."""
    match = context.match
    last = match.log.filter(kind=LogEntry.Kind.TIME).order_by("-index").first()
    if last is None:
        return ""
    before = match.log.filter(index=last.index - 1).first()
    state = (
        context.game.load(before.state)
        if before is not None
        else context.game.start(match.options, len(context.seats), bytes.fromhex(match.seed))
    )
    where = context.named(context.game.view(state, context.own.index)["title"])
    if last.seat_id == context.own.pk:
        return _("You lost on time (%(where)s).") % {"where": where}
    words = _("%(name)s lost on time (%(where)s).")
    return words % {"name": name_of_seat(context, last.seat_id), "where": where}


def parts(context: MatchContext) -> list[dict[str, Any]]:
    """Return the parts of the match with the points of each seat, if its game has parts."""
    return [
        {
            "title": part["title"],
            "words": part["words"],
            "points": [
                {
                    "name": _("You") if seat.pk == context.own.pk else seat.name,
                    "label": "" if context.names_said else part["labels"][seat.index],
                    "score": part["points"][seat.index],
                }
                for seat in (context.own, *context.others)
            ],
        }
        for part in context.view.get("parts", [])
    ]
