"""A site in which much is hidden, and readers who look at it.

There are matches of one game under way, in a league's season or sealed in an expedition, and at a table, with notes,
messages, conditional turns and emails.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from unittest import mock
from urllib.parse import urlsplit

from django.contrib.admin import site
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from accounts.models import TurnMail, User
from engine.game import Game
from engine.games import game
from fortify_site.api import tokens
from fortify_site.api.models import Token, Webhook
from mail.models import InboundMail, OutboxMail
from mail.outbox.compose import compose
from mail.outbox.queue import queue_mail
from mail.preferences import unsubscribe
from matches.conditional.edit import set_lines
from matches.conditional.orders import set_orders
from matches.gate import chat, clock_acts, handover, marks, turns
from matches.home import calendar_feed, digest_schedule, reminders
from matches.live.address import LivePage
from matches.mails import tokens as link_tokens
from matches.models import Match, Outage, PrivateNote, Reminder, Seat
from matches.offers import share_link
from matches.record.marks import can_mark
from timekeeping import clock
from tournaments.clubs import links as club_links
from tournaments.entries import teams
from tournaments.entries.replacements import links as place_links
from tournaments.events import start
from tournaments.files.archives import claim
from tournaments.formats.expedition import seeds
from tournaments.models import Arrival, Event, Membership, PlaceOffer, Season, Vacancy, WeeklyForest
from tournaments.permissions import entry_links
from tournaments.rounds.results import match_finished
from tournaments.seasons.line_up import publish
from tournaments.weekly import weeks
from tournaments.weekly.play import play

from . import running_events, seasons
from .factories import (
    PASSWORD,
    SEED,
    ChallengeFactory,
    EntryFactory,
    EventFactory,
    MatchFactory,
    MembershipFactory,
    UserFactory,
)
from .mail_players import newest, write
from .matches import SITE, submit
from .tables import table_of

ENDINGS = ("csv", "xlsx", "json", "pdf", "trf", "html")
OF_THE_TABLE = {"Ben", "Fay"}  # for the rest they are like others
WEBHOOK = "https://programs.example/hook"
Values = Sequence[object]


@dataclass
class Reader:
    """A person who looks around.

    ``user`` is the person whose secrets they know, ``None`` for nobody's. ``program`` asks the API. ``own`` has the
    values in addresses that only they have.
    """

    name: str
    user: User | None
    browser: Client
    program: Client
    own: dict[str, Values] = field(default_factory=dict)

    @property
    def knows(self) -> bool:
        """Return whether they play, and so know something that others don't."""
        return self.name not in {"visitor", "Fay", "Gus", "Otto", "Host"}


@dataclass
class World:
    game: Game
    readers: list[Reader]
    known: dict[str, Values]
    texts: Sequence[str]

    def reader(self, name: str) -> Reader:
        return next(each for each in self.readers if each.name == name)


def make(slug: str, options: Mapping[str, str], lengths: Sequence[int], seats: int) -> World:
    """Make the site, for one game.

    ``lengths``: after how many turns its matches are looked at, the table's first. At the table are Ada; Cleo, who has
    taken Fay's place; and, in a game for more than two, Ben, who has resigned.
    """
    rules, rng = game(slug), random.Random(3)
    people: dict[str, User] = {
        name: UserFactory(display_name=name, email=f"{name.lower()}@players.example")
        for name in ("Ada", "Ben", "Cleo", "Dora", "Fay", "Gus", "Otto")
    }
    User.objects.filter(pk=people["Ben"].pk).update(turn_mail=TurnMail.DIGEST)
    people["Host"] = User.objects.create_superuser("host@site.example", "Host", PASSWORD)
    season = _expedition(rules, options, people) if rules.together else _season(rules, options, people)
    around = [people[name] for name in ("Ada", "Ben", "Fay")]
    table: Match = MatchFactory(game_slug=slug, options=dict(options), players=around if seats > 2 else around[::2])
    matches = [table, *Match.objects.exclude(pk=table.pk).order_by("pk")]
    for match, length in zip(matches, lengths, strict=False):
        _play(match, length, rng)
    readers = [_reader(name, user) for name, user in people.items()]
    readers += [Reader("visitor", None, Client(), Client()), Reader("by link", people["Ada"], Client(), Client())]
    _give_links(readers, table)
    _fill(table, matches, people, rng)
    digest_schedule.queue_digest(people["Ben"], clock.now().date(), clock.now())
    _give_links([each for each in readers if each.name != "Fay"], table)
    return World(rules, readers, _known(people, season, matches), _texts(matches, rng))


def _season(rules: Game, options: Mapping[str, str], people: Mapping[str, User]) -> Season:
    """Make a season whose division's event is under way. Otto organises it, and the club is his."""
    club = seasons.club()
    seasons.join(club, [people["Otto"]], Membership.Role.OWNER)
    league = seasons.league(club)
    season = seasons.opened(league, (4,), slug=rules.slug, options=rules.clean_options(options))
    seasons.register(season, "Ada Ben Cleo Dora")
    seasons.propose(season)
    publish.publish(season, by=people["Otto"])
    running_events.work_off()
    Event.objects.get().organisers.add(people["Otto"])
    return season


def _expedition(rules: Game, options: Mapping[str, str], people: Mapping[str, User]) -> Season:
    """Make an event in which Ada and Ben are a team, and Cleo plays alone; Otto organises it, and the club is his.

    Dora plays the forest of the week. Beside it there is a season of another game, to be looked at.
    """
    club = seasons.club()
    seasons.join(club, [people["Otto"]], Membership.Role.OWNER)
    terms = {"rounds": 2, "rated": False, "tie_breaks": [], "half_byes": 0, "withdraws_no_shows": False}
    event: Event = EventFactory(
        game_slug=rules.slug,
        options=rules.clean_options(options),
        format="expedition",
        club=club,
        organisers=[people["Otto"]],
        **terms,
    )
    entries = {name: EntryFactory(event=event, player=people[name]) for name in ("Ada", "Ben", "Cleo")}
    teams.join(entries["Ben"], entries["Ada"], by=None)
    with mock.patch.object(seeds, "seed_of", return_value=SEED):  # else monsters might end a match too early
        start.begin(event)
        running_events.work_off()
    weeks.fix_coming(clock.now())
    forest = WeeklyForest.objects.order_by("begins_on")[0]
    play(forest, rules, rules.levels()[0].value, people["Dora"])
    return seasons.opened(seasons.league(club), (4,))


def _play(match: Match, length: int, rng: random.Random) -> None:
    """Play that many turns, as long as someone is asked, each by a seat chosen at random."""
    for _ in range(length):
        seat = rng.choice(list(match.seats.filter(asked_turn__isnull=False)))
        match.refresh_from_db()
        submit(seat, rules_sample(match, seat, rng))
    assert not Match.objects.get(pk=match.pk).is_over


def rules_sample(match: Match, seat: Seat, rng: random.Random) -> str:
    return match.game.sample(match.loaded_state, seat.index, rng)


def _reader(name: str, user: User) -> Reader:
    browser = Client()
    browser.force_login(user)
    token = tokens.make_token(user, "a program", Token.Scope.PLAY)
    return Reader(name, user, browser, Client(headers={"Authorization": f"Bearer {token}"}))


def _give_links(readers: Sequence[Reader], table: Match) -> None:
    """Give the readers the links in their emails, feeds and open pages, for the match at the table.

    A visitor has a link that leads nowhere; only an organiser fetches files in all formats.
    """
    event = Event.objects.get()
    for each in readers:
        seat = table.seats.filter(player=each.user).first() if each.user else None
        link = link_tokens.mint_reply(table, seat) if seat else "a" * 32
        if seat:
            link = link_tokens.mint_turn(seat, seat.asked_turn) if seat.asked_turn else link_tokens.mint_watching(seat)
        entry = entry_links.token(event, each.user) if each.user else "none"
        each.own = {
            **({"l/token": [link]} if seat or each.user is None else {}),
            **({} if each.name == "Otto" else {"what/ending": ENDINGS[:1]}),
            "live/signed": [_last(_page(table, seat).address)],
            "calendar/key": [calendar_feed.renew(each.user).key if each.user and each.name != "by link" else "none"],
            "unsubscribe/signed": [_last(unsubscribe.unsubscribe_url(each.user)) if each.user else "none"],
            "subjects/signed": [
                _last(unsubscribe.unsubscribe_url(each.user, unsubscribe.SUBJECTS)) if each.user else "none"
            ],
            "link/token": [entry],
            "check-in/token": [entry],
            **({"matches/pk": [table.pk], "matches/match": [table.pk]} if each.name in OF_THE_TABLE else {}),
        }


def _page(match: Match, seat: Seat | None) -> LivePage:
    if seat is None:
        return LivePage(match_id=match.pk)
    return LivePage(match_id=match.pk, seat_id=seat.pk, player_id=seat.player_id)


def _last(url: str) -> str:
    """Return the last part of an address."""
    return urlsplit(url).path.rstrip("/").rpartition("/")[2]


def _fill(table: Match, matches: Sequence[Match], people: Mapping[str, User], rng: random.Random) -> None:
    fays = table.seats.get(player=people["Fay"])
    chat.write_message(fays, "I have to leave you.", SITE)
    PrivateNote.objects.create(match=table, writer=people["Fay"], text="Mine are all on the left.")
    handover.hand_over(fays, people["Cleo"])
    for seat in table.seats.select_related("player"):
        assert seat.player is not None
        chat.write_message(seat, f"Good luck! {seat.player}", SITE)
        PrivateNote.objects.create(match=table, writer=seat.player, text=f"{seat.player} has a plan.")
    _write_by_mail(table, seat, rng)
    _cause_mails(table.seats.get(player=people["Ada"]), rng)
    if len(table.seats.all()) > 2:
        turns.resign(table.seats.get(player=people["Ben"]), SITE)
    for match in matches:
        if match.is_sealed and match.seats.filter(player=people["Cleo"]).exists():
            _end(match, rng)
    for match in matches:
        _set_ahead(Match.objects.get(pk=match.pk), rng)
        _order(Match.objects.get(pk=match.pk))
        _mark(Match.objects.get(pk=match.pk))


def _mark(match: Match) -> None:
    """Let each player of a team who is still playing mark a space for the others.

    Emails that wait are due before that, or they would show the marks.
    """
    OutboxMail.objects.filter(match=match).update(next_try_at=clock.now())
    out = match.game.given_up(match.loaded_state)
    seats = [seat for seat in match.seats.select_related("player") if seat.index not in out]
    if can_mark(match, seats):
        places = match.game.places(match.game.view(match.loaded_state))
        for seat, place in zip(seats, places, strict=False):
            marks.put_mark(seat, place.ref, f"Here waits {seat.name}.")


def _write_by_mail(table: Match, seat: Seat, rng: random.Random) -> None:
    """Reply by email with a try that isn't a turn, and with a turn, if the seat is asked."""
    mail = OutboxMail.objects.filter(match=table, user=seat.player, kind="your_turn").last()
    message = compose(mail) if mail else None
    seat.refresh_from_db()
    if message and seat.asked_turn:
        table.refresh_from_db()
        text = rules_sample(table, seat, rng)
        write(message, f"{text[:-1]}¿{text[-1]}")
        write(message, text)


def _cause_mails(seat: Seat, rng: random.Random) -> None:
    """Cause emails to the player of a seat: answers to what was written, and news about clocks and about a backup."""
    match, player = Match.objects.get(pk=seat.match_id), seat.player
    assert player is not None
    asked = match.seats.filter(asked_turn__isnull=False)[0]
    message = newest(player, "handed_over")
    for text in ("show", "resign", "accept", "Good morning!", rules_sample(match, asked, rng)):
        write(message, text)
    write(message, "resign", sender="somebody@else.example")
    outage = Outage.objects.create(began_at=match.started_at, ended_at=match.started_at, clocks=0, is_restoration=True)
    queue_mail("restored", user=player, context={"outage": outage.pk}, key="restored")
    length = Match.objects.get(pk=match.pk).log_length
    clock_acts.add_time(seat, timedelta(hours=1), "Sorry for the trouble.", length)
    for own in player.seats.filter(asked_turn__isnull=False, finished_at=None):
        reminded = Reminder.objects.create(seat=own, number=own.asked_turn or 0, kind=Reminder.Kind.DAY)
        reminders.queue_reminder([reminded.pk], player)


def _end(match: Match, rng: random.Random) -> None:
    """Finish a match after a reply by email, so that the reply stays and the event knows the result."""
    seat = match.seats.get()
    _write_by_mail(match, seat, rng)
    turns.resign(seat, SITE)
    match_finished.record_missed_results()


def _set_ahead(match: Match, rng: random.Random) -> None:
    """Set a conditional turn for the player who isn't asked, if there can be one."""
    rules, state = match.game, match.loaded_state
    seats = list(match.seats.order_by("index"))
    if len(seats) != 2 or not rules.may_judge_ahead(state):
        return
    known, (asked, *_) = rules.as_known(state), rules.to_act(state)
    after = rules.play(known, asked, rules.sample(known, asked, rng))
    other = seats[1 - asked]
    if other.index in rules.to_act(after.state) and rules.may_judge_ahead(after.state):
        set_lines(other, f"if {after.text} then {rules.sample(after.state, other.index, rng)}", SITE)


def _order(match: Match) -> None:
    """Set all orders that can be set in advance, for each seat that isn't asked."""
    for seat in match.seats.filter(asked_turn=None):
        offered = match.game.orders(match.loaded_state, seat.index)
        set_orders(seat, [order.text for order in offered if not order.group], SITE)


def _texts(matches: Sequence[Match], rng: random.Random) -> Sequence[str]:
    """Return texts to type into the form of a turn: some that are legal for somebody, and some that aren't."""
    found = {"nonsense", "pass"}
    for match in matches:
        match.refresh_from_db()
        for seat in match.game.to_act(match.loaded_state):
            found.add(match.game.sample(match.loaded_state, seat, rng))
    return sorted(found)[:5]


def _known(people: Mapping[str, User], season: Season, matches: Sequence[Match]) -> dict[str, Values]:
    """Return the values that addresses can have, except those that only one reader has."""
    ada, ben, event, club = people["Ada"], people["Ben"], Event.objects.get(), season.league.club
    slug = season.game_slug
    vacancy = Vacancy.objects.create(entry=event.entries.order_by("pk")[0], until=clock.now(), starts_anew=False)
    offer = PlaceOffer.objects.create(vacancy=vacancy, player=people["Gus"], until=vacancy.until)
    arrival = Arrival.objects.create(club=club, name="Zoë")
    invited = MembershipFactory(club=club, player=people["Gus"], status=Membership.Status.INVITED)
    offered, shared = (
        ChallengeFactory(challenger=ada, opponent=ben, game_slug=slug),
        ChallengeFactory(challenger=ada, by_link=True, game_slug=slug),
    )
    gathered = table_of(ada, "Ben", seats=3, by_link=True, game=slug)
    Webhook.objects.create(event=event, url=WEBHOOK, kinds=["match.ended"], made_by=people["Otto"])
    pairing = event.round_set.get(number=1).pairings.order_by("pk")[0]
    lines = max(match.log.count() for match in matches)
    weeks.fix_coming(clock.now())
    lesson = matches[0].game.lesson()
    return {
        "matches/pk": [match.pk for match in matches],
        "matches/match": [match.pk for match in matches],
        "turns/index": sorted({0, lines // 2, lines - 1}),
        "analysis/at": [lines // 2],
        "draft/at": [lines // 2],
        "better-turn/at": [1],
        "at/line": ["pass"],
        "rules/slug": [matches[0].game.slug],
        "help/slug": ["clocks"],
        "lesson/key": [lesson[0].key] if lesson else ["none"],
        "challenges/pk": [offered.pk],
        "tables/pk": [gathered.pk],
        "link/signed": [_last(share_link.share_url(shared)), _last(share_link.share_url(gathered))],
        "team/signed": [_last(teams.link_to(event.entries.order_by("pk")[0]))],
        "players/pk": [ada.pk],
        "players/player": [ada.pk],
        "events/pk": [event.pk],
        "events/event": [event.pk],
        "rounds/number": [1],
        "players/entry": [event.entries.order_by("pk")[0].pk],
        "results/pairing": [pairing.pk],
        "byes/pairing": [pairing.pk],
        "export/what": ["standings", "crosstable", "pairings", "entries", "event", "games"],
        "what/ending": ENDINGS,
        "ratings/slug": [slug],
        "ratings/game": [slug],
        "clubs/slug": [club.slug],
        "clubs/club": [club.slug],
        "leagues/league": [season.league.slug],
        "league/number": [season.number],
        "seasons/season": [season.number],
        "members/pk": [club.memberships.order_by("pk")[0].pk],
        "join/key": [club.invitation_key],
        "invitation/token": [_last(club_links.invitation_url(invited))],
        "place/token": [_last(place_links.place_offer_url(offer)), _last(claim.url_of(arrival))],
        "keys/pk": [1],
        "weekly/week": [weeks.monday_of(clock.now()).isoformat()],
        "user/id": [ada.pk],
        "r/content_type_id": [ContentType.objects.get_for_model(Match).pk],
        "content_type_id/object_id": [matches[0].pk],
        "inboundmail/inbound_id": list(InboundMail.objects.values_list("pk", flat=True)),
        **{f"{model._meta.model_name}/object_id": _some(model) for model in site._registry},
    }


def _some(model: type) -> Values:
    """Return the newest rows, for the host's pages."""
    return list(model._default_manager.order_by("-pk").values_list("pk", flat=True)[: 3 if model is Match else 1])  # type: ignore[attr-defined]
