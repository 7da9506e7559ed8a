"""An event of a format, as its organiser and its players run it through the site."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from django.db.models import QuerySet
from django.test import Client

from accounts.models import User
from engine.game import Game
from engine.games import game
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support import every_address
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import MembershipFactory, UserFactory
from tests.support.form_data import filled_in
from tests.support.formats import OF_TESTS
from tests.support.matches import SITE
from tests.support.people import logged_in
from tests.support.running_events import work_off
from tests.support.toy_game import Toy
from tournaments import sweep
from tournaments.clubs import edit
from tournaments.email_kinds import KINDS
from tournaments.entries import entry_causes as entry_mails
from tournaments.entries import invite
from tournaments.entries.withdrawals import withdraw
from tournaments.events import announcements, start
from tournaments.events.ending import finish
from tournaments.formats.format import Format
from tournaments.locking.kept import VersionedCache
from tournaments.models import Announcement, Club, Entry, Event, Pairing, Round
from tournaments.models.formats import all_formats
from tournaments.rounds import extend
from tournaments.rounds.results import adjudicate, match_finished

EVERY_FORMAT = (*all_formats(), *OF_TESTS)
every_format = pytest.mark.parametrize("rules", EVERY_FORMAT, ids=lambda rules: rules.slug)
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
NEW = "/events/new/"
TURNS_EACH = 2


def game_for(rules: Format) -> Game:
    """Return a game that can be played in the format: the toy, if it can be."""
    return next(each for each in (Toy(), game("fairytale")) if not rules.why_not_for(each))


class Seen(NamedTuple):
    """A page as a reader saw it at some stage of an event."""

    stage: str
    reader: str
    page: str
    status: int
    content: str


class Written(NamedTuple):
    """An email about the event, as its reader gets it in a language."""

    kind: str
    language: str
    subject: str
    text: str
    html: str


@dataclass
class Course:
    """An event on its way, with the browsers of its organiser, who reads English, and of Ada, who reads German."""

    rules: Format
    club: Club
    organiser: User
    players: list[User]
    event: Event
    seen: list[Seen] = field(default_factory=list)
    written: list[Written] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desk, self.adas = logged_in(self.organiser), logged_in(self.players[0])
        self.rng, self.last_mail = random.Random(5), 0

    @property
    def url(self) -> str:
        return f"/events/{self.event.pk}/"

    @property
    def pairings(self) -> QuerySet[Pairing]:
        found = Pairing.objects.filter(round__event=self.event).order_by("round__number", "board")
        return found.select_related("round__event", "match", "white__player", "black__player")

    def entry(self, name: str) -> Entry:
        return self.event.entries.select_related("player").get(player__display_name=name)

    # -- what is done ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run the event to its end, and look at all its pages on the way."""
        self.write_to_those_who_may_enter()
        self.read_mails()
        self.look_around("open")
        start.begin(self.event, by=self.organiser)
        self.work_off()
        self.read_mails()
        self.look_around("drafted")
        self.publish(1)
        self.look_around("running")
        extend.extend(self.event.round_set.get(number=1), 5, by=self.organiser, reason="For a test.")
        self.read_mails()
        self.settle_one()
        self.play(1)
        withdraw.withdraw(self.entry("Emil"), by=self.organiser, reason="For a test.")
        self.work_off()
        for number in range(2, self.event.rounds + 1):
            self.publish(number)
            self.play(number)
        finish.end_event(self.event, by=self.organiser)
        self.event.refresh_from_db()
        self.read_mails()
        self.look_around("over")

    def publish(self, number: int) -> None:
        """Publish a draft on its page, unless it is published."""
        if self.event.round_set.get(number=number).stage == Round.Stage.DRAFT:
            answer = self.desk.post(f"{self.url}manage/rounds/{number}/", {"do": "publish"})
            assert answer.status_code == 303, answer.content.decode()
            self.work_off()

    def settle_one(self) -> None:
        """Let the organiser decide a match."""
        pairing = self.pairings.filter(match__status=Match.Status.RUNNING)[0]
        verdict, _words = self.rules.choices_among_many(pairing)[0]
        adjudicate.settle_pairing(pairing, verdict, by=self.organiser, reason="For a test.")
        self.work_off()

    def play(self, number: int) -> None:
        """Play all matches of a round to their ends."""
        for match in Match.objects.filter(pairing__round__number=number, status=Match.Status.RUNNING):
            play_out(match, self.rng)
        match_finished.record_missed_results()
        sweep.sweep_events()
        self.work_off()

    def work_off(self) -> None:
        work_off()
        self.event.refresh_from_db()

    def write_to_those_who_may_enter(self) -> None:
        """Have the site write the emails about entering that no one has caused yet, and an announcement."""
        guest = invite.invite_address(self.event, "nora@elsewhere.example", by=self.organiser)
        assert guest.player is not None
        entry_mails.link_wanted(self.event, guest.player)
        announcements.announce(self.event, Announcement.Audience.ALL, "Hello", "We begin soon.", by=self.organiser)

    # -- what is seen ----------------------------------------------------------------------------------------------

    def look_around(self, stage: str) -> None:
        """Open every page as the organiser; what isn't for organisers alone as Ada, and in the end as a visitor."""
        VersionedCache.empty_all()
        for page in self.pages():
            self.see(stage, "Olga", self.desk, page)
            if not page.startswith("manage/"):
                self.see(stage, "Ada", self.adas, page)
            if stage == "over" and not page.startswith("manage/"):
                self.see(stage, "visitor", Client(), page)

    def see(self, stage: str, reader: str, browser: Client, page: str) -> None:
        answer = browser.get(f"{self.url}{page}")
        content = "" if answer.streaming else answer.content.decode()
        self.seen.append(Seen(stage, reader, page, answer.status_code, content))

    def read_mails(self) -> None:
        """Read the emails since the last time as they would be sent now, each in both languages."""
        for mail in OutboxMail.objects.filter(kind__in=KINDS, pk__gt=self.last_mail).order_by("pk"):
            self.last_mail = mail.pk
            if mail.user is None:
                continue
            own = mail.user.language
            for language in ("en", "de"):
                User.objects.filter(pk=mail.user.pk).update(language=language)
                message = compose(OutboxMail.objects.get(pk=mail.pk))
                if message is not None:
                    self.written.append(
                        Written(mail.kind, language, str(message.subject), text_of(message), html_of(message))
                    )
            User.objects.filter(pk=mail.user.pk).update(language=own)

    def pages(self) -> Iterable[str]:
        """Yield the addresses of the event's pages, without the event's own part and without files."""
        begin = "events/<int:pk>/"
        for route in every_address.routes():
            if route.text.startswith(begin) and "export/" not in route.text and "<str:signed>" not in route.text:
                for address in every_address.addresses(route, self.known()):
                    yield address.removeprefix(self.url)
        yield f"manage/entries/?entry={self.entry('Ben').pk}"

    def known(self) -> every_address.Known:
        """Return the values that addresses can have: a match and a bye among the pairings, if there are any."""
        published = self.pairings.exclude(round__stage=Round.Stage.DRAFT)
        matches, byes = published.filter(black__isnull=False), published.filter(black=None)
        return {
            "events/pk": [self.event.pk],
            "rounds/number": list(self.event.round_set.order_by("number").values_list("number", flat=True)[:2]),
            "players/entry": [self.entry(name).pk for name in ("Ada", "Emil")],
            "results/pairing": [pairing.pk for pairing in matches[:1]],
            "byes/pairing": [pairing.pk for pairing in byes[:1]],
        }


def set_up(rules: Format) -> Course:
    """Make a club's event by the form of its page, open it and enter its players, all as people do."""
    organiser = UserFactory(display_name="Olga")
    club = edit.make(organiser, "Dale")
    players: list[User] = [
        UserFactory(display_name=name, language="en" if place % 2 else "de") for place, name in enumerate(NAMES)
    ]
    for each in players:
        MembershipFactory(club=club, player=each)
    desk, slug = logged_in(organiser), game_for(rules).slug
    sent = filled_in(
        desk, f"{NEW}?game={slug}", name="Spring Cup", format=rules.slug, club=str(club.pk), rounds="2", at_once="1"
    )
    sent |= _settings(rules)
    answer = desk.post(NEW, sent | {"action": "open"})
    assert answer.status_code == 303, answer.context["form"].errors
    course = Course(rules, club, organiser, players, Event.objects.get())
    for each in players:
        entered = logged_in(each).post(f"{course.url}enter/", {"action": "enter"})
        assert entered.status_code == 303, entered.content.decode()
    return course


def _settings(rules: Format) -> dict[str, str]:
    """Return what the form sends for the format alone, and that an organiser publishes each round."""
    chosen = {f"tie_break_{place}": code for place, code in enumerate(rules.usual_tie_breaks, 1)}
    return {**chosen, "publishes_itself": "", "late_until": "0", "half_byes": "0"}


def play_out(match: Match, rng: random.Random) -> None:
    """Let each seat play some turns, if the match lasts as long; then all but one resign, or a team gives up."""
    for _turn in range(TURNS_EACH * match.seats.count()):
        match.refresh_from_db()
        seat = match.seats.filter(asked_turn__isnull=False).order_by("index").first()
        if match.is_over or seat is None:
            break
        text = match.game.sample(match.loaded_state, seat.index, rng)
        turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)
    for seat in match.seats.order_by("index"):
        match.refresh_from_db()
        if not match.is_over:
            turns.resign(seat, SITE)
