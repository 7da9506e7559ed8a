"""Answers to what players write about a match. They belong to its thread, and a wish about mail on turns does not stop
them: their readers have just asked."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from engine.game import GameError
from i18n.text import translate
from mail.outbox.recipient import Recipient
from matches import conditional, links
from matches.gate import takeback
from matches.mails import moments
from matches.models import Link, OutboxMail, Turn
from matches.replies.parse import lines_at
from matches.text_input import one_line

from .challenges import answered_by_whom
from .continue_from import onwards
from .match_context import MatchContext
from .recent_turns import since_own_turn
from .unused_reply import unused

EXAMPLES = 3
JUDGED = frozenset({"illegal", "unreadable"})  # refused by the game, in its own words


def receipt(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """What was understood and done. Never moot."""
    table = MatchContext.of(mail, reader)
    if table is None:
        return None
    about = mail.context
    turn = None if about["turn"] is None else Turn.objects.defer("state").get(pk=about["turn"])
    is_played = turn is not None and turn.kind == Turn.Kind.PLAY
    return {
        **_shown(table, mail),
        "kind": "lines" if turn is None else turn.kind,
        "turn": turn,
        "is_repeated": about["is_repeated"],
        "message": about["said"] or (turn.message if turn is not None else ""),
        "happened": [line for line in since_own_turn(table) if not line["is_own"]] if is_played else [],
        "take_back_until": _to_be_taken_back(table) if is_played else "",
        "lines": _lines(table) if about["has_lines"] else [],
        "lines_fault": translate(about["lines_fault"]),
    }


def refusal(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """What was not done, why, and what would be possible. Moot once the turn in question is played after all."""
    table = MatchContext.of(mail, reader)
    if table is None:
        return None
    code, number = mail.context["code"], mail.context["number"]
    is_judged = code in JUDGED
    if is_judged and number is not None and table.own.number != number:
        return None
    line, reason = mail.context["line"], translate(mail.context["reason"])
    if mail.context["is_secret"]:
        line = _line(mail)
        reason = (_fault(table, line) if is_judged else "") or reason
    return {
        **_shown(table, mail),
        "code": code,
        "line": line,
        "reason": reason,
        "onwards": onwards(table, line) if is_judged and table.own.number is not None else None,
        "happened": since_own_turn(table) if code == "stale" else [],
    }


def hello(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """How to play by mail, for whoever asks, or writes what is no order. ``why`` says which."""
    table = MatchContext.of(mail, reader)
    if table is None:
        return None
    about = mail.context
    line = _line(mail) if about["is_secret"] else about["line"]
    examples = _explained(table)
    idle = table.idle_turn()
    return {
        **_shown(table, mail),
        "why": about["why"],
        "is_last": about.get("is_last", False),
        "line": line,
        "reason": _fault(table, line) if line and table.own.number is not None else "",
        "examples": examples,
        "idle": "" if any(example["text"] == idle for example in examples) else idle,
        **_possible(table),
    }


def position(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    table = MatchContext.of(mail, reader)
    return None if table is None else {**_shown(table, mail), "happened": since_own_turn(table)}


def confirm_resignation(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once the match is over."""
    table = MatchContext.of(mail, reader, Link.Purpose.RESIGN)
    if table is None or table.match.is_over:
        return None
    return {**_shown(table, mail), "resign_url": links.resign_url(links.mint_resignation(table.match, table.own))}


def was_this_you(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """An email with the right address, but not from an address that is known to be the reader's: it is for the reader
    to do what it says. Moot once what it was about is done."""
    if "challenge" in mail.context:
        return answered_by_whom(mail, reader)
    table = MatchContext.of(mail, reader)
    if table is None:
        return None
    line = mail.context["line"]
    if line and table.own.number != mail.context["number"]:
        return None
    shown = _shown(table, mail)
    url = shown.get("url", "")
    return {
        **shown,
        "from": mail.context["from"],
        "line": line,
        "url": f"{url}?{urlencode({'text': line})}" if url and line else url,
    }


def _shown(table: MatchContext, mail: OutboxMail) -> dict[str, Any]:
    """The match, what the reader is asked for, or whom else it waits for, and what of the reader's mail is left."""
    shown = {**table.context(), **table.watching(), **table.asking(), "unused": unused(mail)}
    waiting = table.waiting()
    return {**shown, "clock": [waiting, *shown["clock"]]} if waiting else shown


def _line(mail: OutboxMail) -> str:
    """The line that was taken for an order, out of the email itself."""
    return one_line(next(iter(lines_at(mail.context["inbound"], [mail.context.get("at", 0)])), ""))


def _fault(table: MatchContext, line: str) -> str:
    """What is wrong with a line as an answer to what the reader is asked for; "" if nothing is."""
    try:
        table.game.play(table.state, table.own.index, line)
    except GameError as error:
        return str(error)
    return ""


def _explained(table: MatchContext) -> list[dict[str, str]]:
    """Examples with what they mean."""
    if table.own.number is None:
        return []
    found = table.examples(EXAMPLES)
    return [{"text": text, "words": table.game.draft(table.state, table.own.index, text).words} for text in found]


def _possible(table: MatchContext) -> dict[str, Any]:
    """Which commands make sense in the match."""
    plays = not table.match.is_over
    drawable = table.game.draws and table.match.draws and len(table.seats) == 2
    offered_by = table.match.draw_offered_by_id
    return {
        "may_resign": plays,
        "may_offer_draw": plays and drawable and offered_by is None,
        "may_answer_draw": plays and offered_by not in {None, table.own.pk},
        "may_say": any(other.player is not None for other in table.others),
        "may_take_back": bool(_to_be_taken_back(table)),
        "may_plan": plays and len(table.seats) == 2,
    }


def _to_be_taken_back(table: MatchContext) -> str:
    """Until when the reader's last turn may be taken back; "" if it may not."""
    chance = takeback.chance(table.match, table.seats, table.own)
    return moments.moment(chance.until) if chance is not None else ""


def _lines(table: MatchContext) -> list[str]:
    """The conditional turns that the reader has set."""
    found = conditional.lines_of(table.match, table.seats, table.own)
    return found.in_words() if found is not None else []
