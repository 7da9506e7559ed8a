"""One thread per match and reader, in the mailboxes of the big programs."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from email.utils import parseaddr

import pytest
import time_machine
from django.core import mail as sent_by_django
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver as outbox
from matches.gate import clock_acts, turns
from matches.home import reminders
from matches.models import Match
from matches.offers import answers
from matches.time_control.time_control import DAY
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.mail_players import reply_to, take_in
from tests.support.mail_threads import PROGRAMS, Mail, Threads, topic
from tests.support.matches import SITE, asked
from timekeeping import clock

TURN = ""  # whichever is legal
ORDERS = (
    *(TURN, TURN, TURN, TURN, TURN, "a1-a5", "hello?"),
    *("draw", "decline", "show", "help", "say Thanks.", "resign", "take back"),
)


@dataclass(frozen=True)
class Seen:
    """An email in someone's mailbox; ``about`` is the match or challenge that it belongs to."""

    mail: Mail
    about: str
    kind: str


def read(raw: bytes) -> Mail:
    message = message_from_bytes(raw, policy=policy.default)
    ids = " ".join(message.get_all("References", []) + message.get_all("In-Reply-To", [])).split()
    return Mail(str(message["Message-ID"]).strip(), str(message["Subject"]), tuple(ids))


class Season:
    """Some people who play several matches at once, mostly by mail, for a while."""

    def __init__(self) -> None:
        self.chance = random.Random(11)
        self.boxes: dict[str, list[Seen]] = defaultdict(list)
        self.unread: dict[str, EmailMultiAlternatives] = {}
        self.taken = 0

    def deliver(self, *, most: int = 99) -> None:
        """Some of what waits, now and then a newer mail before an older one."""
        waiting = list(OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED).values_list("pk", flat=True))
        self.chance.shuffle(waiting)
        for pk in waiting[:most]:
            outbox.deliver(pk)
        box = sent_by_django.outbox
        for message in box[self.taken :]:
            assert isinstance(message, EmailMultiAlternatives)
            row = OutboxMail.objects.get(message_id=message.extra_headers["Message-ID"])
            about = f"match {row.match_id}" if row.match_id else f"challenge {row.context.get('challenge')}"
            self.boxes[message.to[0]].append(Seen(read(message.message().as_bytes()), about, row.kind))
            if message.reply_to and row.match_id:
                self.unread[f"{message.to[0]} {about}"] = message
        self.taken = len(box)

    def write(self) -> None:
        """Someone answers one of the last emails, by something or other."""
        place = self.chance.choice(sorted(self.unread))
        reader, about = place.split(" ", 1)
        message = self.unread[place]
        match = Match.objects.get(pk=int(about.removeprefix("match ")))
        if match.is_over:
            return
        seat = match.seats.get(player__email=reader)
        text = self.chance.choice(ORDERS)
        if not text and seat.asked_turn is None:
            return
        text = text or match.game.sample(match.loaded_state, seat.index, self.chance)
        raw = reply_to(message, text)
        self.boxes[reader].append(Seen(read(raw), about, "their own"))
        take_in(raw, parseaddr(message.reply_to[0])[1])


def played_season() -> Season:
    people: list[User] = [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo", "Re: Dora")]
    season = Season()
    with time_machine.travel(timezone.now() - 30 * DAY, tick=False):
        for n in range(3):
            MatchFactory(players=[people[n], people[n + 1]])
        MatchFactory(players=[people[1], people[0]])
        accepted, refused, withdrawn = (
            ChallengeFactory(challenger=people[3], opponent=people[0], days=days, first="you") for days in (3, 4, 5)
        )
        season.deliver()
        answers.accept_place(accepted, people[0])
        answers.decline(refused, people[0])
        answers.withdraw_offer(withdrawn, people[3])
        season.deliver()
    for day in range(18):
        with time_machine.travel(timezone.now() - (19 - day) * DAY, tick=False):
            for _ in range(8):
                season.write()
                season.deliver(most=season.chance.choice((1, 3, 99)))
            _now_and_then(day, people)
            season.deliver()
    return season


def _now_and_then(day: int, people: list[User]) -> None:
    """What comes without a reply: reminders, time given, a match that ends; and another language."""
    User.objects.filter(pk=people[day % len(people)].pk).update(language=("de", "en-us", "en-gb")[day % 3])
    reminders.send_due(clock.now())
    running = Match.objects.filter(status=Match.Status.RUNNING).order_by("pk")
    if day % 5 == 2 and (match := running.first()) is not None:
        seat = asked(match)
        clock_acts.give_time(match.seats.exclude(pk=seat.pk).get(), seat, DAY, match.log_length, SITE)
    if day % 9 == 8 and (match := running.last()) is not None:
        turns.resign(asked(match), SITE)
        MatchFactory(players=people[:2])


_played: list[dict[str, list[Seen]]] = []


@pytest.fixture
def season(db: None) -> dict[str, list[Seen]]:
    """Played for the first test that asks for it; nothing changes what was read then."""
    if not _played:
        _played.append(dict(played_season().boxes))
    return _played[0]


def of_site(season: dict[str, list[Seen]]) -> list[Seen]:
    return [seen for box in season.values() for seen in box if seen.kind != "their own"]


def threads_of(program: Threads, box: list[Seen]) -> list[set[str]]:
    """What each thread of a mailbox is about."""
    found: dict[int, set[str]] = defaultdict(set)
    for thread, seen in zip(program([seen.mail for seen in box]), box, strict=True):
        found[thread].add(seen.about)
    return list(found.values())


def test_the_season_has_mails_enough_of_every_sort(season: dict[str, list[Seen]]) -> None:
    mails = of_site(season)
    assert len(mails) >= 120
    assert {seen.kind for seen in mails} >= {
        *("your_turn", "receipt", "refusal", "hello", "position", "confirm_resignation", "reminder", "match_over"),
        *("challenge", "challenge_accepted", "challenge_declined", "challenge_withdrawn", "draw_offered"),
        "clock_changed",
    }
    assert max(len({seen.about for seen in box}) for box in season.values()) >= 4
    assert any(seen.kind == "their own" for box in season.values() for seen in box)


def is_match(about: str) -> bool:
    return about.startswith("match")


def check_threads(program: str, box: list[Seen]) -> None:
    """All emails of a match are in one thread, and nothing else is in it."""
    threads = [thread for thread in threads_of(PROGRAMS[program], box) if any(map(is_match, thread))]
    assert sorted(map(sorted, threads)) == sorted([about] for about in {seen.about for seen in box} if is_match(about))


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_match_is_one_thread_and_a_thread_is_one_match(season: dict[str, list[Seen]], program: str) -> None:
    for box in season.values():
        check_threads(program, box)


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_holds_where_a_provider_writes_ids_of_its_own(season: dict[str, list[Seen]], program: str) -> None:
    """The emails then refer to emails that no one has, but for what the players wrote themselves."""
    for box in season.values():
        renamed = [
            seen if seen.kind == "their own" else replace(seen, mail=replace(seen.mail, id=f"<{place}@ses.example>"))
            for place, seen in enumerate(box)
        ]
        check_threads(program, renamed)


def test_no_reader_has_mails_of_another_in_a_thread(season: dict[str, list[Seen]]) -> None:
    ids = [{each for seen in box for each in (seen.mail.id, *seen.mail.references)} for box in season.values()]
    for one, ours in enumerate(ids):
        for theirs in ids[one + 1 :]:
            assert not ours & theirs


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("Fortify #1: Ann – Ben", "fortify #1: ann – ben"),
        ("Re: Fwd: AW: Fortify #1: Ann – Ben", "fortify #1: ann – ben"),
        ("RE[2]: x", "x"),
        ("Ready: x", "ready: x"),
    ],
)
def test_prefixes_are_no_part_of_a_topic(subject: str, said: str) -> None:
    assert topic(subject) == said


def mails(*rows: tuple[str, str, str]) -> list[Mail]:
    return [Mail(id, subject, tuple(references.split())) for id, subject, references in rows]


def test_the_programs_differ_as_they_do() -> None:
    chain = mails(("a", "x", ""), ("b", "Re: x", "a"), ("c", "y", "b"), ("d", "Re: x", "lost"), ("e", "z", "lost"))
    assert PROGRAMS["gmail"](chain) == [0, 0, 2, 3, 4]
    assert PROGRAMS["outlook"](chain) == [0, 0, 2, 0, 4]
    assert PROGRAMS["apple_mail"](chain) == [0, 0, 0, 0, 0]
    assert PROGRAMS["thunderbird"](chain) == [0, 0, 0, 3, 3]
