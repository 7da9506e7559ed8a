"""Answers to what players write about a match or a challenge.

They belong to its thread, and a wish about turn emails doesn't stop them: their readers have just asked.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from engine.errors import GameError
from engine.values import Draft, Step
from i18n.text import translate
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from matches.conditional.edit import lines_of
from matches.conditional.orders import orders_of
from matches.conditional.validate import one_per_group
from matches.gate import takeback
from matches.gate.chat import may_say
from matches.input.text import MESSAGE_LENGTH, cut, one_line
from matches.mails import moments, tokens
from matches.mails.reply_lines import lines_at, unused_lines
from matches.match_view.endings import what_resigning_does
from matches.match_view.match_context import MatchContext, of_match
from matches.match_view.recent_turns import as_shown, since_own_turn
from matches.models import Link, LogEntry, Offer
from matches.offers.answers import waits_for
from matches.offers.emails import context_of, may_decline, offer_of
from matches.record.marks import can_mark
from timekeeping import clock

EXAMPLES = 3
JUDGED = frozenset({"illegal", "unreadable"})  # refused by the game, in its own words
MOST_WORDS = 12  # no turn has that many
MOST_STEPS = 12
MOST_UNUSED = 5
LONGEST_UNUSED = 200
QUESTION = "was-this-you"  # its place on the page of a link, which a phone has below the board
DONE = frozenset({"receipt", "position", "confirm_resignation"})


class Continuation(NamedTuple):
    """The ways to continue a refused line.

    ``after`` is its beginning that is legal, "" if no part of it is; then come some of the steps that are possible, and
    how many ``more`` there are.
    """

    after: str
    steps: tuple[Step, ...]
    more: int


class Unused(NamedTuple):
    """The part of a reply that wasn't used: the first ``lines``, and how many ``more`` there are.

    ``may_be_said``: tell how they might have been sent as a message, if nothing else needs to be put right.
    """

    lines: tuple[str, ...]
    more: int
    may_be_said: bool


# -- about a match -----------------------------------------------------------------------------------------------------


@of_match()
def receipt(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Confirm what was understood and done. Never moot."""
    about = mail.context
    turn = None if about["turn"] is None else LogEntry.objects.defer("state").get(pk=about["turn"])
    is_played = turn is not None and turn.kind == LogEntry.Kind.PLAY
    earlier = LogEntry.objects.defer("state").filter(pk__in=about.get("earlier", ())).order_by("index")
    return {
        **_shown(context, mail),
        "lines_url": _to_send_lines(context, mail),
        "kind": about.get("what", "lines") if turn is None else turn.kind,
        "turn": turn,
        "words": "" if turn is None else " · ".join([context.named(each.words) for each in (*earlier, turn)]),
        "notes": () if turn is None else context.notes_of(turn),
        "is_repeated": about["is_repeated"],
        "message": about["said"] or (turn.message if turn is not None else ""),
        **as_shown(context, [line for line in since_own_turn(context) if not line["is_own"]] if is_played else []),
        "take_back_until": _to_be_taken_back(context) if is_played else "",
        "lines": _lines(context) if about["has_lines"] else [],
        "has_orders": about.get("has_orders", False),
        "orders": context.named(orders_of(context.match, context.own)) if about.get("has_orders") else (),
        "lines_fault": translate(about["lines_fault"]),
        "has_marks": any(mark.is_own for mark in context.marks),
        "marks_fault": translate(about.get("marks_fault", "")),
    }


@of_match()
def refusal(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Tell what wasn't done, why, and what would be possible. Moot once the turn in question is played after all."""
    code, number = mail.context["code"], mail.context["number"]
    is_judged = code in JUDGED
    if is_judged and number is not None and context.own.asked_turn != number:
        return None
    line, reason = mail.context["line"], str(translate(mail.context["reason"]))
    if mail.context["is_secret"]:
        line = _line(mail)
        reason = (_fault(context, line) if is_judged else "") or reason
    return {
        **_shown(context, mail),
        "code": code,
        "line": line,
        "reason": reason,
        "is_judged": is_judged,
        "onwards": _continuation(context, line) if is_judged and context.own.asked_turn is not None else None,
        **as_shown(context, since_own_turn(context) if code == "stale" else []),
    }


@of_match()
def hello(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Explain how to play by email to a reader who asks, or whose email isn't an order. ``why`` says which."""
    about = mail.context
    line = _line(mail) if about["is_secret"] else about["line"]
    examples = _explained(context)
    idle = context.idle_turn()
    return {
        **_shown(context, mail),
        "why": about["why"],
        "is_last": about.get("is_last", False),
        "line": line,
        "reason": _fault(context, line) if line and context.own.asked_turn is not None else "",
        "examples": examples,
        "notation": () if context.match.is_over or context.is_out else context.game.notation(),
        "idle": "" if any(example["text"] == idle for example in examples) else idle,
        **_possible(context),
    }


@of_match()
def position(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    return {**_shown(context, mail), "happened": since_own_turn(context)}


@of_match(running=True, replies=Link.Purpose.RESIGN)
def confirm_resignation(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    """Ask whether to resign. Moot once the match is over, for the reader at least."""
    if context.is_out:
        return None
    return {
        **_shown(context, mail),
        "resigning": what_resigning_does(context.game, context.state, context.seats, context.own),
        "others_count": len(context.others),
        "resign_url": tokens.resign_url(tokens.mint_resignation(context.match, context.own)),
    }


def was_this_you(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Ask about an email to the right address, but not from one that is known to be the reader's.

    The reader decides whether to do what it says. Moot once that has been done.
    """
    about = (_about_offer if "offer" in mail.context else _about_match)(mail, reader)
    return None if about is None else {**about, "addresses_url": _addresses_url(reader)}


def _addresses_url(reader: Recipient) -> str:
    """Return the address of the page on which the reader adds email addresses.

    A guest, having no password, logs in with an emailed code first.
    """
    path = reverse("account_email")
    if reader.user is not None and reader.user.is_guest:
        path = f"{reverse('account_request_login_code')}?{urlencode({'next': path})}"
    return settings.SITE_URL + path


@of_match()
def _about_match(context: MatchContext, mail: OutboxMail, _reader: Recipient) -> dict[str, Any] | None:
    line = mail.context["line"]
    if line and context.own.asked_turn != mail.context["number"]:
        return None
    shown = _shown(context, mail)
    url = shown.get("url", "")
    with_line = f"{url}?{urlencode({'written': line})}#{QUESTION}" if url and line else url
    return {**shown, "from": mail.context["from"], "line": line, "url": with_line}


def _about_offer(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    offer = offer_of(mail)
    if offer is None or reader.user is None or not waits_for(offer, reader.user):
        return None
    return {**context_of(offer, reader, mail), **_answering(offer, reader), "from": mail.context["from"], "line": ""}


def _shown(context: MatchContext, mail: OutboxMail) -> dict[str, Any]:
    """Return what the email shows.

    That is the match, what the reader is asked for or who else must act, and the part of their email that wasn't used.
    """
    shown = {**context.context(), **context.watching(), **context.asking(), "unused": _unused(mail)}
    waiting = context.waiting()
    return {**shown, "clock": [waiting, *shown.get("clock", [])]} if waiting else shown


def _line(mail: OutboxMail) -> str:
    """Return the line that was taken for an order, out of the email itself."""
    reading = mail.context.get("reading", "text")
    return one_line(next(iter(lines_at(mail.context["inbound"], [mail.context.get("at", 0)], reading)), ""))


def _fault(context: MatchContext, line: str) -> str:
    """Return what is wrong with a line as an answer to what the reader is asked for; "" if nothing is."""
    try:
        context.game.play(context.state, context.own.index, line)
    except GameError as error:
        return str(context.named(error.args[0]))
    return ""


def _explained(context: MatchContext) -> list[dict[str, str]]:
    """Return examples with what they mean."""
    if context.own.asked_turn is None:
        return []
    found = context.examples(EXAMPLES)
    return [{"text": text, "words": context.draft(text).words} for text in found]


def _possible(context: MatchContext) -> dict[str, Any]:
    """Return which commands make sense in the match."""
    plays = not context.match.is_over
    drawable = context.game.draws and context.match.draws and len(context.seats) == 2
    offered_by = context.match.draw_offered_by_id
    return {
        "may_resign": plays and not context.is_out,
        "may_offer_draw": plays and drawable and offered_by is None,
        "may_answer_draw": plays and offered_by not in {None, context.own.pk},
        "may_say": any(other.player is not None for other in context.others),
        "mark": _mark_to_show(context),
        "may_take_back": bool(_to_be_taken_back(context)),
        "may_plan": plays and len(context.seats) == 2 and not context.game.together,
        "orders": context.named(context.game.orders(context.state, context.own.index)) if plays else (),
    }


def _mark_to_show(context: MatchContext) -> str:
    """Return a space that the reader could mark for the team; "" if the reader can't mark any."""
    if context.is_out or not can_mark(context.match, context.seats):
        return ""
    places = context.game.places(context.view)
    return places[len(places) // 2 - 1].ref if places else ""


def _to_be_taken_back(context: MatchContext) -> str:
    """Return until when the reader's last turn may be taken back; "" if it may not."""
    chance = takeback.chance(context.match, context.seats, context.own)
    return moments.moment(chance.until) if chance is not None else ""


def _lines(context: MatchContext) -> list[str]:
    """Return the conditional turns that the reader has set."""
    found = lines_of(context.match, context.seats, context.own)
    return found.in_words() if found is not None else []


def _continuation(context: MatchContext, line: str) -> Continuation | None:
    """Return the ways to continue a refused line; ``None`` if the answer isn't made of steps."""
    draft = _legal_beginning(context, line)
    if not draft.steps:
        return None
    steps = one_per_group(draft.steps)[:MOST_STEPS]
    return Continuation(draft.text, steps, len(draft.steps) - len(steps))


def _legal_beginning(context: MatchContext, line: str) -> Draft:
    """Return the longest beginning of the line that can continue."""
    words = line.split()[:MOST_WORDS]
    for length in range(len(words) - 1, 0, -1):
        try:
            draft = context.draft(" ".join(words[:length]))
        except GameError:
            continue
        if draft.steps:
            return draft
    return context.draft()


def _to_send_lines(context: MatchContext, mail: OutboxMail) -> str:
    """Return the address at which the unused lines can be sent to the others; "" if nobody is there to read them."""
    text = one_line(" ".join(unused_lines(mail)))
    others = [seat for seat in context.others if seat.player is not None and not seat.player.is_computer]
    if not text or len(text) > MESSAGE_LENGTH or not others or not may_say(context.match, clock.now()):
        return ""
    return tokens.link_url(tokens.mint_lines(context.own, mail))


def _unused(mail: OutboxMail) -> Unused | None:
    """Return the part of the reply that wasn't used; ``None`` if all of it was."""
    lines = unused_lines(mail)
    if not lines:
        return None
    shown = tuple(cut(one_line(line), LONGEST_UNUSED) for line in lines[:MOST_UNUSED])
    return Unused(shown, len(lines) - len(shown), mail.kind in DONE)


# -- about an offer -----------------------------------------------------------------------------------------------


def challenge_reply(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Tell what became of an answer by email to a challenge."""
    offer = offer_of(mail)
    if offer is None or reader.user is None:
        return None
    about = mail.context
    match = offer.match if about["code"] == "accepted" else None
    is_seated = about["code"] == "accepted" and match is None
    return {
        **context_of(offer, reader, mail),
        "code": "seated" if is_seated else about["code"],
        "reason": translate(about["reason"]),
        "line": about["line"],
        "said": about.get("said", ""),
        "unused": _unused(mail),
        "match_url": "" if match is None or reader.user.is_guest else settings.SITE_URL + match.get_absolute_url(),
        "is_asked": match is not None and match.seats.filter(player=reader.user, asked_turn__isnull=False).exists(),
        **_answering(offer, reader),
    }


def _answering(offer: Offer, reader: Recipient) -> dict[str, Any]:
    """Return whether the offer waits for the reader's answer, and where to give it."""
    if reader.user is None or not waits_for(offer, reader.user):
        return {"is_open": False, "url": ""}
    url = tokens.link_url(tokens.mint_offer(offer, reader.user))
    return {"is_open": True, "may_decline": may_decline(offer, reader.user), "url": url}
