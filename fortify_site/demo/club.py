"""A club to try the site with, in the middle of its league's third season.

Two seasons are over, after which players were promoted, relegated, paused, returned or left; there were playoffs, and a
cup is running. Every step is taken through the same code as its page, on a simulated clock, up to the present.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from engine.games import game
from mail.models import OutboxMail
from matches.models import Match
from matches.time_control.time_control import DAY, HOUR, TimeControl
from tournaments.clubs import edit as club_edit
from tournaments.clubs import join, manage_members, news
from tournaments.entries.replacements import find_replacement, take_place
from tournaments.entries.withdrawals import withdraw
from tournaments.events import open, playoffs
from tournaments.models import Club, Entry, Event, League, Membership
from tournaments.models import Season as LeagueSeason
from tournaments.seasons import edit as season_edit
from tournaments.seasons import finish, register
from tournaments.seasons.edit import Plan
from tournaments.seasons.line_up import propose, publish
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.simulation.clock import MovedClock, moved
from tournaments.simulation.event import SimulatedEvent, play_together
from tournaments.simulation.habits import WELL_BEHAVED, Habits
from tournaments.simulation.match import SimulatedMatch
from tournaments.simulation.people import make_up
from tournaments.simulation.setup import NO_VACATION, open_event

from .players import NAMES, address

GAME, SEED = "fortify", 3
CLUB, OTHER_CLUB = "Riverside Board Games", "Harbour Games"
LEAGUE, BEGINNERS, CUP = "Riverside League", "Beginners’ League", "Riverside Cup"
FOUNDED, BEGAN = -205 * DAY, (-185 * DAY, -105 * DAY, -11 * DAY)
A_SEASON = 30 * DAY
SIZES = ((4, 4), (4, 4), (4, 4, 4))
OVER, UNDER_WAY = (replace(WELL_BEHAVED, answer=26 * HOUR, turns=turns) for turns in (4, 8))
STRONGER = 500.0  # rating points between a player and the next, so that few results surprise
KEPT_MAILS = -2 * DAY  # older ones have been read

# Players registered for each season, the best first, the waiting list last; numbers are made-up players. Player 1
# pauses in the second season, players 0 and 5 in the third. In the middle of the second, player 6 replaces player 4.
PLAYERS = (
    "0 1 Ben 2 Ann Cleo 3 4".split(),
    "Ben 0 Ann Cleo 2 3 5 4 6".split(),
    "Ben 1 Ann 2 Cleo 3 6 7 8 9 10 11 12".split(),
)
JOIN = ("Cleo Ann 0 1 2 3 4".split(), "5 6".split(), "7 8 9 10 11 12".split())  # before each of them
IN_THE_CUP = "Cleo 1 2 7 Ann 9".split()
BEGIN = "9 10 11 12".split()


def create_club() -> None:
    """Make the demo's club from the demo's players and some made-up ones."""
    now = timezone.now()
    with moved(now + FOUNDED) as clock:
        Story(clock, now).tell()
        old = OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED, queued_at__lte=now + KEPT_MAILS)
        old.update(status=OutboxMail.Status.SENT, sent_at=F("queued_at"))


class Story:
    """The club's story, one act after another. ``players`` has them by the names and numbers in ``PLAYERS``."""

    def __init__(self, clock: MovedClock, now: datetime) -> None:
        self.clock, self.now, self.random = clock, now, Random(SEED)
        User.objects.update(joined_at=clock.at)
        known = {name: User.objects.get(email=address(name)) for name in NAMES}
        made_up = make_up(13, self.random, clock.at)
        self.players = known | {str(number): player for number, player in enumerate(made_up)}
        self.owner, self.organiser = known["Ben"], known["Cleo"]
        self.club = self._found()
        self.league = self._make_league(LEAGUE, "All members can play. Five days for a turn, two matches at a time.")

    def tell(self) -> None:
        self._first_season()
        self._second_season()
        self._make_other_club()
        self._third_season()

    # -- the club ------------------------------------------------------------------------------------------------

    def _found(self) -> Club:
        about = (
            "We meet on Thursdays in the library, and play on here for the rest of the week. Anyone who likes board "
            "games is welcome, beginners too."
        )
        club = club_edit.make(self.owner, CLUB, about)
        self._join(club, self._named(JOIN[0]))
        cleo = club.memberships.get(player=self.organiser)
        manage_members.give_role(cleo, Membership.Role.ORGANISER, by=self.owner)
        return club

    def _make_league(self, name: str, about: str) -> League:
        return season_edit.make_league(self.club, name, about, by=self.owner)

    def _join(self, club: Club, players: Iterable[User]) -> None:
        """Have the players join by the club's link."""
        for player in players:
            self.clock.move_to(self.clock.at + 5 * HOUR)
            join.join_by_link(club, player)

    def _say(self, subject: str, text: str) -> None:
        news.tell(self.club, subject, text, by=self.organiser)

    def _make_other_club(self) -> None:
        """Make another club, so that one player is in several."""
        club = club_edit.make(self.players["Dev"], OTHER_CLUB, "Games by the sea.", Club.Joining.OPEN)
        self._join(club, self._named(["Ann", "3"]))

    # -- its seasons ---------------------------------------------------------------------------------------------

    def _first_season(self) -> None:
        season = self._opened(1)
        self._say("Our league begins", "Eight players, two divisions. Have a good time!")
        self._publish(season)
        play_together(self._divisions(season, OVER))
        self._end(season)
        self._say("The first season is over", "Thank you all. The tables and the honours board are on our pages.")

    def _second_season(self) -> None:
        self._join(self.club, self._named(JOIN[1]))
        season = self._opened(2)
        self._publish(season)
        divisions = self._divisions(season, OVER)
        play_together(divisions, self.clock.at + 6 * DAY)
        self._replace(season, "4", "6")
        play_together(divisions)
        self._end(season)
        self._playoffs(season)

    def _third_season(self) -> None:
        """Begin the third season, with the cup beside it. Someone asks to join, and someone is invited."""
        self._join(self.club, self._named(JOIN[2]))
        season = self._opened(3)
        self._say(
            "Season 3: register now",
            "Registration is open for two weeks. There are three divisions now, so there is room for all who are new.",
        )
        cup = self._cup()
        self._publish(season)
        first, *others = self._divisions(season, UNDER_WAY)
        running = [cup, first, *others]
        play_together(running, self.clock.at + 2 * DAY)
        self._agree_a_draw(cup)
        match = self._of_ann(first)
        first.unending.add(match.pk)
        play_together(running, self.now - 5 * DAY)
        self._beginners()
        play_together(running, self.now - 30 * HOUR)
        manage_members.invite(self.club, "frieda@example.net", by=self.organiser, name="Frieda from the library")
        join.ask_to_join(self.club, self.players["Dev"], "I play in the café on Tuesdays. Is there a place for me?")
        self._say(
            "Library closed on Thursday", "We meet at Ben’s this week, at seven. Bring your favourite board along."
        )
        play_together(running, self.now)
        self.clock.move_to(self.now)
        self._let_ann_be_asked(match)

    def _opened(self, number: int) -> LeagueSeason:
        """Return a season whose players have registered, two weeks before it begins."""
        begins = self.now + BEGAN[number - 1]
        self.clock.move_to(begins - 17 * DAY)
        season = self._set_up(self.league, f"Season {number}", SIZES[number - 1], begins, A_SEASON)
        for player in self._named(PLAYERS[number - 1]):
            self.clock.move_to(self.clock.at + 9 * HOUR)
            register.register(season, player)
        return season

    def _set_up(
        self, league: League, name: str, sizes: tuple[int, ...], begins: datetime, lasts: timedelta
    ) -> LeagueSeason:
        settings = {
            "name": name,
            "options": game(GAME).clean_options({}),
            "format": "round_robin",
            "tie_breaks": usual_tie_breaks("round_robin"),
            "at_once": 2,
            "up": 1,
            "down": 1,
            "starts_at": begins,
            "ends_at": begins + lasts,
            **TimeControl.fixed(5).columns(),
        }
        season = season_edit.make_season(league, GAME, Plan(settings, sizes, NO_VACATION), by=self.owner)
        return season_edit.open_registration(season, by=self.owner)

    def _publish(self, season: LeagueSeason) -> None:
        """Publish the season's line-up, and let the season begin."""
        assert season.starts_at is not None
        propose.propose(season, by=self.owner)
        self.clock.move_to(season.starts_at - 3 * DAY)
        publish.publish(season, by=self.owner)
        self.clock.move_to(season.starts_at)

    def _divisions(self, season: LeagueSeason, habits: Habits) -> list[SimulatedEvent]:
        worth = {player.pk: -STRONGER * place for place, player in enumerate(self._named(PLAYERS[season.number - 1]))}
        events = Event.objects.filter(division__season=season).order_by("division__level")
        return [self._simulated(event, habits, worth) for event in events]

    def _simulated(self, event: Event, habits: Habits, worth: dict[int, float] | None = None) -> SimulatedEvent:
        keep = self.now + KEPT_MAILS
        return SimulatedEvent(
            event, self.owner, self.clock, self.random, habits, keep_mails=keep, worth=worth, looks_after=30 * DAY
        )

    def _replace(self, season: LeagueSeason, key: str, by: str) -> None:
        """Have a player leave the season and the club.

        A player on the waiting list is offered the place and takes over the matches.
        """
        player, other = self.players[key], self.players[by]
        withdraw.withdraw(Entry.objects.get(event__division__season=season, player=player), by=player)
        join.leave(self.club, player)
        self.clock.move_to(self.clock.at + 6 * HOUR)
        offer, *_ = find_replacement.open_for(season, other)
        take_place.accept_place_offer(offer, other)

    def _end(self, season: LeagueSeason) -> None:
        self.clock.move_to(self.clock.at + DAY)
        finish.end_season(season, by=self.owner)

    def _beginners(self) -> None:
        """Make a league whose first season is open for registration."""
        league = self._make_league(BEGINNERS, "For your first matches: everyone helps everyone.")
        season = self._set_up(league, "Season 1", (4, 4), self.now + 9 * DAY, A_SEASON)
        for player in self._named(BEGIN):
            register.register(season, player)

    def _of_ann(self, division: SimulatedEvent) -> Match:
        """Return Ann's running match in the division."""
        running = Match.objects.filter(pairing__round__event=division.event, status=Match.Status.RUNNING)
        return running.filter(seats__player=self.players["Ann"]).earliest("pk")

    def _let_ann_be_asked(self, match: Match) -> None:
        """Have Ann's opponent play, unless it is her turn already."""
        table = SimulatedMatch(match.pk, self.random, UNDER_WAY, {}, set())
        if table.asked is not None and table.asked.player_id != self.players["Ann"].pk:
            table.play_turn(table.asked)

    # -- its cups ------------------------------------------------------------------------------------------------

    def _playoffs(self, season: LeagueSeason) -> None:
        """Play the playoffs of the first division, with all four of its players."""
        division = Event.objects.get(division__season=season, division__level=1)
        cup = playoffs.make(division, 4, by=self.owner)
        open.open_for_entries(cup, by=self.owner)
        self.clock.move_to(self.clock.at + 2 * DAY)
        self._simulated(cup, OVER).play()

    def _cup(self) -> SimulatedEvent:
        """Open a cup that begins with the season."""
        event = open_event(
            self.owner,
            CUP,
            event_format="cup",
            club=self.club,
            registration=Event.Registration.CLUB,
            third_place=True,
            most_further=1,
            days=5,
            initial_colour="w",
            description="Losers are out; those who lose the semifinals play for third place.",
        )
        cup = self._simulated(event, OVER)
        cup.enter(self._named(IN_THE_CUP), 3 * DAY)
        return cup

    def _agree_a_draw(self, cup: SimulatedEvent) -> None:
        """Have the match on the first round's last board drawn, so that its players must play another."""
        match = Match.objects.filter(pairing__round__event=cup.event, status=Match.Status.RUNNING).latest("pk")
        cup.agree_draw(match)

    def _named(self, keys: Iterable[str]) -> list[User]:
        return [self.players[key] for key in keys]
