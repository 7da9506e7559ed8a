"""Everything that a site gives its readers.

That is what every address answers, byte for byte, with what is logged on the way, and their emails, notices, and the
calls of programs.
"""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from django.utils import timezone

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks.payload import payload_for
from fortify_site.push.models import Device, Notice
from fortify_site.push.notices import message_of
from mail.models import OutboxMail
from mail.outbox.compose import compose
from mail.preferences.until_return import Postponed
from matches.models import Seat
from tournaments.locking.kept import VersionedCache
from tournaments.locking.webhook_events import WebhookEvent

from . import every_address
from .every_address import Known, Route
from .hidden_world import Reader, World
from .made_once import forgotten
from .twins import same_luck

Answers = dict[str, bytes]
EMAIL = "email "

# The emails of a site that sends none, for whoever tries it out on one machine; and of the host's rows what Django has
# for each: empty forms, what the host has changed, and the old address of the form.
LEFT_OUT = re.compile(r"mailbox/|admin/[a-z]+/[a-z]+/(add/|<path:object_id>/(history/)?)$")
# Others are sent away, or told the same.
ONLY = {"admin/": "Host", "^admin/": "Host", "host/": "Host", "accounts/": "Ada"}
ABOUT_MATCHES = (
    "players/",
    "matches/",
    "l/",
    "live/",
    "api/v1/matches",
    "api/v1/me",
    "account/data/",
    "admin/matches/match/",
)
ABOUT_EVENTS = ("events/", "weekly/", "api/v1/events", "clubs/<slug:slug>/manage/archive/")
ABOUT_ROWS = ("admin/matches/", "admin/mail/", "admin/tournaments/", "host/")
BY_LINK = ("l/", "live/")  # else they see what a visitor does
OF_THE_HOST = ("admin/", "^admin/", "host/")
EVERYWHERE = ("",)
HOME = {"", "lobby/", "challenges/", "account/export/", "calendar/<str:key>.ics", "search/"}
# Where everyone posts a form, and where players do, with what is no turn; and where one may be in the query string.
POSTED = ("account/data/", "clubs/<slug:slug>/manage/archive/")
PLAYED = ("matches/", "l/")
POSTS_IN_VAIN = {"Otto"}
TYPED = ("/draft/", "/play/")
SEARCHED = ("ada", "1")
FIELDS = {"text": "nonsense", "number": "1", "lines": "if pass then pass", "action": "look"}


def all_answers(world: World, names: Iterable[str], places: Mapping[str, tuple[str, ...]]) -> dict[str, Answers]:
    """Return the answers by reader, one after the other: what is cached for one might be given to the next.

    Readers who have ``places`` go to addresses that begin with these, the others where a match is shown.
    """
    VersionedCache.empty_all()
    return {name: _answers(world, world.reader(name), places.get(name, ABOUT_MATCHES)) for name in names}


def _answers(world: World, reader: Reader, begins: tuple[str, ...]) -> Answers:
    found = dict(_messages(reader))
    for route in {route.text: route for route in every_address.routes()}.values():
        if not _is_asked(route, reader) or not (route.text in HOME or route.text.startswith(begins)):
            continue
        known = {**world.known, **reader.own}
        addresses = every_address.addresses(route, known)
        for method, query in _ways(world, route, reader):
            for address in addresses if method == "GET" else every_address.addresses(route, _newest(known)):
                found[f"{method} {address}{query}"] = _answer(reader, method, f"{address}{query}")
    return {name: zlib.compress(content, 1) for name, content in found.items()}


def _newest(known: Known) -> Known:
    """Keep each match, and only the last of everything else: posting about earlier positions finds nothing more."""
    return {name: values if name.startswith("matches/") else values[-1:] for name, values in known.items()}


def kinds_of_emails(answers: Answers) -> set[str]:
    """Return the kinds of the emails that say something."""
    emails = (name for name, content in answers.items() if name.startswith(EMAIL) and zlib.decompress(content))
    return {name.removeprefix(EMAIL).partition(" ")[0] for name in emails}


def _is_asked(route: Route, reader: Reader) -> bool:
    only = [who for start, who in ONLY.items() if route.text.startswith(start)]
    if route.text.startswith("l/") and "l/token" not in reader.own:
        return False
    return not LEFT_OUT.match(route.text) and only in ([], [reader.name])


def _ways(world: World, route: Route, reader: Reader) -> Iterator[tuple[str, str]]:
    yield "GET", ""
    if route.text.startswith(POSTED):
        yield "POST", ""
    if route.text.startswith(PLAYED) and (reader.knows or reader.name in POSTS_IN_VAIN):
        yield "POST", ""
    if route.text == "search/":
        yield from (("GET", f"?q={text}") for text in SEARCHED)
    if route.text.endswith(TYPED) and reader.knows:
        yield from (("GET", f"?text={text}") for text in world.texts[: None if reader.name == "Ada" else 1])
        yield "GET", f"?text={world.texts[0]}&review=1"


def _answer(reader: Reader, method: str, address: str) -> bytes:
    """Return what an address answers to the reader, and undo whatever it did."""
    client = reader.program if address.startswith("/api/v1") else reader.browser
    cookies, told = deepcopy(client.cookies), _Told()
    with forgotten(), same_luck(), told.alone():
        response: Any = client.get(address) if method == "GET" else client.post(address, FIELDS)
        content = b"".join(response.streaming_content) if response.streaming else response.content
    client.cookies = cookies
    head = [f"{name}: {value}" for name, value in sorted(response.headers.items())]
    return "\n".join([str(response.status_code), *head, *told.lines, "", ""]).encode() + content


class _Told(logging.Handler):
    """A log handler that keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    @contextmanager
    def alone(self) -> Iterator[None]:
        root = logging.getLogger()
        handlers, level = root.handlers, root.level
        root.handlers = [self]
        root.setLevel(logging.INFO)
        try:
            yield
        finally:
            root.handlers = handlers
            root.setLevel(level)


def _written(mail: OutboxMail) -> bytes:
    try:
        message = compose(mail)
    except Postponed as waits:  # for the email about the turn, which tells the same
        return str(waits).encode()
    return message.message().as_bytes() if message else b""


def _messages(reader: Reader) -> Iterator[tuple[str, bytes]]:
    """Yield what readers get without asking for it."""
    for mail in OutboxMail.objects.filter(user=reader.user).order_by("pk"):
        with forgotten(), same_luck():
            yield f"{EMAIL}{mail.kind} {mail}: {mail.context}", _written(mail)
    if reader.user is not None:
        for seat in Seat.objects.filter(player=reader.user).order_by("pk"):
            notice = message_of(Notice(device=Device(user=reader.user), seat=seat))
            yield f"notice to {seat}", str(notice).encode()
    yield from _calls()


def _calls() -> Iterator[tuple[str, bytes]]:
    webhook = Webhook.objects.get()
    assert webhook.event is not None
    first = webhook.event.round_set.get(number=1)
    context = {"event": webhook.event_id, "round": first.pk, "pairing": first.pairings.order_by("pk")[0].pk}
    for event in WebhookEvent:
        if not event.value.startswith("season"):
            row = Delivery(webhook=webhook, kind=event.value, context=context, made_at=timezone.now())
            yield f"call {event.value}", str(payload_for(row)).encode()
