"""Answers to emails that came in: rows of the outbox, never too many of them.

An exchange between two machines must end. So anything that isn't an order is answered once a day if the words are the
same, and a few times if they differ; a writer who can't be recognised as the player is asked once a day; and there is a
limit for everyone.

Reasons are kept as what they were made of, and put into the language that their reader has when the answer is sent.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import translation

from accounts.models import TurnMail
from i18n.text import english, noop, say, source_of
from mail.inbound.lease import Outcome
from mail.models import OutboxMail
from mail.outbox.queue import extend_mail, queue_mail
from matches.input.text import cut, one_line
from matches.mails import turn_delivery
from matches.models import LogEntry
from timekeeping import clock

from .parse import Reply
from .read_lines import sorted_ahead

MOST_A_DAY = 30  # to one player about one match
MOST_HELLOS = 5
DAY = timedelta(days=1)
LONGEST = 200  # characters of a line that is quoted
WHY_NOT_THEIRS = {
    "fail": "our mail server says it is forged",
    "silent": "our mail server did not check who sent it (AUTHSERV_ID)",
}
LIMITED = ("refusal", "hello", "position", "confirm_resignation", "challenge_reply")
TOO_LARGE = noop("Your email was too large to read. Please reply with the turn alone, without pictures or attachments.")
SEALED = noop(
    "Your email is encrypted, or signed in a way that we can’t read. Please reply without encryption and signature."
)
JUDGED = frozenset({"illegal", "unreadable"})  # by the game: its words may say what was written
# What a receipt knows of something that is no line of the log.
_NO_LINE: dict[str, Any] = {
    "turn": None,
    "is_repeated": False,
    "lines_fault": "",
    "marks_fault": "",
    "has_lines": False,
    "has_orders": False,
}
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")


def receipt(
    reply: Reply,
    turn: LogEntry,
    *,
    earlier: Sequence[LogEntry] = (),
    said: str = "",
    ahead: str = "",
    lines_fault: str = "",
    marks_fault: str = "",
) -> Outcome:
    """Queue a receipt for something that was done; there always is one, once.

    ``earlier`` are the turns that were played by the same reply before this one, ``said`` is a message that went with
    it, and ``ahead`` what was set ahead after it, or couldn't be, as ``lines_fault`` says; ``marks_fault`` is the same
    for marks.
    """
    is_repeated = turn.at < reply.mail.arrived_at
    key = f"receipt:{turn.pk}:{reply.mail.pk}" if is_repeated else f"receipt:{turn.pk}"
    _queue(
        reply,
        "receipt",
        key=key,
        turn=turn.pk,
        earlier=[each.pk for each in earlier],
        is_repeated=is_repeated,
        said=said,
        **_kinds_of(ahead),
        lines_fault=source_of(lines_fault),
        marks_fault=source_of(marks_fault),
    )
    word = "played" if turn.kind == LogEntry.Kind.PLAY else "done"
    with translation.override(settings.LANGUAGE_CODE):  # the host's, whoever wrote the email
        return Outcome(word, f"{turn.get_kind_display().capitalize()}{' (again)' if is_repeated else ''}.")


def taken_back(reply: Reply, line: LogEntry, *, said: str = "") -> Outcome:
    """Tell that the turn was taken back, in the email that asks for it again or in a receipt of its own.

    That email is used if it goes to the player at once and there is nothing else to tell.
    """
    if not reply.unused and _is_told_with_the_turn(reply, line, said):
        return Outcome("done", f"{line.get_kind_display().capitalize()}.")
    return receipt(reply, line, said=said)


def marks_put(reply: Reply) -> Outcome:
    """Queue a receipt that shows the board with the marks that are on it."""
    _queue(reply, "receipt", what="marks", **_NO_LINE, said="")
    return Outcome("done", "Put marks on the board.")


def lines_set(reply: Reply, said: str, ahead: str) -> Outcome:
    _queue(reply, "receipt", **{**_NO_LINE, **_kinds_of(ahead)}, said=said)
    return Outcome("done", "Set turns ahead.")


def _kinds_of(ahead: str) -> dict[str, Any]:
    lines, orders = sorted_ahead(ahead)
    return {"has_lines": bool(lines), "has_orders": bool(orders)}


def refusal(reply: Reply, code: str, reason: str, *, line: str = "", may_be_secret: bool = False) -> Outcome:
    """Queue the answer that the order wasn't carried out, and why.

    A line that is a secret is only kept in the email itself.
    """
    is_secret, at = (reply.is_secret, reply.orders.at) if may_be_secret else (False, 0)
    if is_secret:
        line, reason = "", "" if code in JUDGED else reason
    known = {"line": cut(one_line(line), LONGEST), "reason": source_of(reason)}
    _queue(reply, "refusal", code=code, number=reply.link.number, at=at, is_secret=is_secret, **known)
    return Outcome("refused", f"{code.capitalize()}: {english(reason)}".rstrip(": "))


def unreadable(reply: Reply) -> Outcome:
    """Queue the answer to an email that couldn't be read beyond its headers."""
    reason = say(TOO_LARGE if reply.mail.is_head_only else SEALED)
    if reply.link.seat is None:
        return challenge_reply(reply, "refused", reason=reason)
    return refusal(reply, "no text", reason)


def hello(reply: Reply, why: str, *, line: str = "") -> Outcome:
    """Queue the explanation of how to play by email.

    ``help`` is an order like others and is always answered; for emails that aren't orders, the limits above apply.
    """
    is_secret = why == "unclear" and reply.is_secret
    known: dict[str, Any] = {
        "why": why,
        "line": "" if is_secret else cut(one_line(line), LONGEST),
        "at": reply.orders.at if why == "unclear" else 0,
        "is_secret": is_secret,
    }
    if why == "help":
        _queue(reply, "hello", **known)
        return Outcome("answered", "Asked for help.")
    earlier = _of_today(reply, ("hello",))
    if earlier >= MOST_HELLOS:
        return Outcome("not answered", "Too many mails today in which there is no order.")
    known["is_last"] = earlier + 1 == MOST_HELLOS
    key = _once_a_day(reply, "hello", *reply.lines)
    is_answered = _queue(reply, "hello", key=key, **known)
    return Outcome("answered" if is_answered else "not answered", "It holds no order.")


def position(reply: Reply) -> Outcome:
    _queue(reply, "position")
    return Outcome("answered", "Asked for the position.")


def confirm_resignation(reply: Reply) -> Outcome:
    _queue(reply, "confirm_resignation")
    return Outcome("confirm", "Wants to resign, and was asked whether that is meant.")


def challenge_reply(reply: Reply, code: str, *, reason: str = "", line: str = "", said: str = "") -> Outcome:
    line = cut(one_line(line), LONGEST)
    key = (
        None
        if code in {"accepted", "declined"}
        else _once_a_day(reply, "challenge_reply", english(reason), *reply.lines)
    )
    _queue(reply, "challenge_reply", key=key, code=code, reason=source_of(reason), line=line, said=said)
    return Outcome(code, english(reason))


def was_this_you(reply: Reply) -> Outcome:
    """Ask the player about an order that was ignored, since its sender isn't known to be the player.

    The answer repeats the email only if it is an order, so that we can't be used to write to other people.
    """
    sender = reply.letter.sender
    known = {"from": sender if _is_address(sender) else "", "line": cut(one_line(reply.order_line), LONGEST)}
    _queue(reply, "was_this_you", key=_once_a_day(reply, "was_this_you"), number=reply.link.number, **known)
    why = WHY_NOT_THEIRS.get(reply.letter.dmarc, "the sender is not known as theirs")
    return Outcome("not theirs", f"Nothing was done: {why}.")


def _queue(reply: Reply, kind: str, *, key: str | None = None, **context: Any) -> bool:
    """Queue an answer, and return whether it will be sent: there may have been too many, or the very same one."""
    if kind in LIMITED and _of_today(reply, LIMITED) >= MOST_A_DAY:
        return False
    about = reply.link
    known: dict[str, Any] = {"answers": _message_id(reply.letter.message_id), "inbound": reply.mail.pk, **context}
    known |= {"unused": list(reply.unused), "reading": reply.reading}
    known |= {"seat": about.seat_id} if about.seat_id is not None else {"offer": about.offer_id}
    return queue_mail(kind, user=reply.user, match=reply.match, context=known, key=key) is not None


def _is_told_with_the_turn(reply: Reply, line: LogEntry, said: str) -> bool:
    """Add to the email about the turn that it was taken back, and return whether that email tells it.

    If the reply is read again, the email tells it already.
    """
    seat = reply.link.seat
    if seat is None or line.at < reply.mail.arrived_at:  # taken back before, by another
        return False
    key = turn_delivery.key_of(seat, line.clocks[seat.index]["number"])
    mail = OutboxMail.objects.filter(key=key, user__turn_mail=TurnMail.EACH, waits_until=None).first()
    if mail is None or "taken_back" in mail.context:
        return mail is not None
    return extend_mail(mail, answers=_message_id(reply.letter.message_id), taken_back={"said": said})


def _of_today(reply: Reply, kinds: tuple[str, ...]) -> int:
    of_today = OutboxMail.objects.filter(match=reply.match, user=reply.user, queued_at__gt=clock.now() - DAY)
    return of_today.filter(kind__in=kinds).count()


def _once_a_day(reply: Reply, kind: str, *said: str) -> str:
    """Return a key that lets only one email a day about a match answer the same words."""
    about = f"s{reply.link.seat_id}" if reply.link.seat_id is not None else f"o{reply.link.offer_id}"
    words = hashlib.sha256("\n".join(said).encode(errors="replace")).hexdigest()[:16]
    return f"{kind}:{reply.user.pk}:{about}:{words}:{clock.now():%Y%m%d}"


def _message_id(said: str) -> str:
    """Return the message id, if it may be written into our headers; "" if not."""
    return said if _MESSAGE_ID.fullmatch(said) else ""


def _is_address(sender: str) -> bool:
    try:
        validate_email(sender)
    except ValidationError:
        return False
    return len(sender) <= LONGEST and not sender.endswith(f"@{settings.REPLY_DOMAIN}")
