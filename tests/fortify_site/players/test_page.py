"""A player's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import PARTS_OF_PAGE, User
from competition.ratings.months import Month
from fortify_site.profiles.export_data import export_account
from matches.gate import turns
from matches.models import LogEntry, Match
from matches.results.tally import Tally
from tests.support import seasons
from tests.support.clubs import club_of
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, MatchFactory
from tests.support.people import LogIn
from tests.support.rated_pairings import rate
from tests.support.rows import require
from tests.support.stored_events import FOUR, stored
from tournaments.models import Club, Entry, Event, Membership

WISHES = {"display_name": "Ada", "time_zone": "UTC", "night_from": "22:00", "language": "en-gb"}
WISHES |= {"turn_mail": "each", "digest_hour": "18"}
NAMES = "Ann Ben Carl Dan"


def test_it_shows_matches_and_results_and_never_the_address(
    log_in: LogIn, match: Match, player: User, opponent: User, stranger: User
) -> None:
    over: Match = MatchFactory(players=[player, opponent])
    turns.resign(over.seats.get(index=0), LogEntry.Via.SITE)
    address = f"/players/{player.pk}/"
    response = log_in(stranger).get(address)
    assert [card.match for card in response.context["running"]] == [match]
    assert [(card.match, card.share) for card in response.context["finished"]] == [(over, "lost")]
    assert player.email not in response.text
    assert f"to=name&amp;name={player.display_name}" in response.text
    assert 'href="/account/"' in log_in(player).get(address).text


def test_a_guest_has_none_and_no_page_links_to_one(log_in: LogIn, player: User) -> None:
    guest = GuestFactory()
    client = log_in(player)
    match: Match = MatchFactory(players=[player, guest])
    assert client.get(f"/players/{guest.pk}/").status_code == 404
    page = client.get(match.get_absolute_url()).text
    assert guest.display_name in page
    assert f"/players/{player.pk}/" in page
    assert f"/players/{guest.pk}/" not in page


def test_a_closed_account_has_none(log_in: LogIn, player: User, opponent: User) -> None:
    opponent.is_active = False
    opponent.save()
    assert log_in(player).get(f"/players/{opponent.pk}/").status_code == 404


def test_results_are_by_game_and_side(log_in: LogIn, player: User, opponent: User, stranger: User) -> None:
    for players in ([player, opponent], [player, opponent], [opponent, player]):
        over: Match = MatchFactory(players=players)
        turns.resign(over.seats.get(player=opponent), LogEntry.Via.SITE)
    page = log_in(stranger).get(f"/players/{player.pk}/")
    [results] = page.context["results"]
    assert [(side.name, tally) for side, tally in results.sides] == [("Red", Tally(won=2)), ("Green", Tally(won=1))]
    assert "3 matches, 100% won" in page.text
    assert 'class="side-green"' in page.text


def test_who_has_played_the_reader_reads_how_it_went(
    log_in: LogIn, player: User, opponent: User, stranger: User
) -> None:
    over: Match = MatchFactory(players=[player, opponent])
    turns.resign(over.seats.get(player=opponent), LogEntry.Via.SITE)
    other: Match = MatchFactory(players=[stranger, opponent])
    turns.resign(other.seats.get(player=opponent), LogEntry.Via.SITE)
    address = f"/players/{opponent.pk}/"
    ada = log_in(player)
    assert ada.get(address).context["head_to_head"] == Tally(won=1)
    assert [card.match for card in ada.get(address).context["finished"]] == [other, over]
    assert [card.match for card in ada.get(f"{address}?against=me").context["finished"]] == [over]
    assert "head_to_head" not in log_in(opponent).get(address).context
    visitor = Client().get(f"{address}?against=me")
    assert "data-head-to-head" not in visitor.text
    assert len(visitor.context["finished"]) == 2


def test_clubs_are_told_to_their_members_and_to_others_where_everybody_sees_it(
    log_in: LogIn, player: User, opponent: User, stranger: User, host: User
) -> None:
    own, run, secret = club_of(opponent), club_of(player), club_of(opponent)
    Club.objects.filter(pk=secret.pk).update(members_only=True)
    for club in (own, secret):
        Membership.objects.create(club=club, player=player)
    address = f"/players/{player.pk}/"

    def shown_to(reader: User) -> set[Club]:
        return {membership.club for membership in log_in(reader).get(address).context["memberships"]}

    assert shown_to(stranger) == {run}
    assert shown_to(opponent) == shown_to(player) == shown_to(host) == {own, run, secret}
    Club.objects.filter(pk=run.pk).update(members_only=True)
    assert shown_to(stranger) == set()


def test_events_have_the_place_that_was_reached(log_in: LogIn, stranger: User) -> None:
    # Ann 1 ½ 1, Ben 1 ½ ½, Carl 0 + ½, Dan nothing
    over: dict[str, Any] = {"stage": Event.Stage.FINISHED, "tie_breaks": ["WON"], "ended_at": timezone.now()}
    event = stored(FOUR.replace("*", "="), NAMES, **over)
    hidden = stored(FOUR.replace("*", "="), "Ann2 Ben2 Carl2 Dan2", **over, is_public=False, club_only=True)
    carl, ann = (require(event.entries.get(number=number).player) for number in (3, 1))
    Entry.objects.filter(event=hidden, number=1).update(player=ann)
    browser = log_in(stranger)
    [first] = browser.get(f"/players/{ann.pk}/").context["placings"]
    [third] = browser.get(f"/players/{carl.pk}/").context["placings"]
    assert [(each.event, each.rank, each.players) for each in (first, third)] == [(event, 1, 4), (event, 3, 4)]
    page = browser.get(f"/players/{ann.pk}/").text
    assert "Place 1 of 4" in page
    assert not first.is_league_title


def test_the_first_of_a_top_division_is_a_champion(log_in: LogIn, stranger: User) -> None:
    sunday = seasons.league(seasons.club())
    seasons.played(sunday, [NAMES])
    titles = [
        placing.is_league_title
        for entry in Entry.objects.filter(event__division__level=1)
        for placing in log_in(stranger).get(f"/players/{entry.player_id}/").context["placings"]
    ]
    assert sorted(titles) == [False, False, False, True]


def test_an_event_that_runs_has_no_place_yet(log_in: LogIn, stranger: User) -> None:
    event = stored(FOUR, NAMES)
    ann = require(event.entries.get(number=1).player)
    [placing] = log_in(stranger).get(f"/players/{ann.pk}/").context["placings"]
    assert (placing.rank, placing.url) == (0, f"/events/{event.pk}/players/{placing.entry.pk}/")


class TestWhatIsKeptToOneself:
    @pytest.fixture
    def everything(self, player: User, opponent: User) -> None:
        """Ada's page has every part, and Ben has finished a match with her."""
        MatchFactory(players=[player, opponent])
        club_of(player)
        rate(player, 1600, Month(2026, 5))
        EntryFactory(event=EventFactory(), player=player)
        turns.resign(MatchFactory(players=[player, opponent]).seats.get(player=opponent), LogEntry.Via.SITE)

    def parts(self, page: Any) -> set[str]:
        ids = {"results-fortify", "rating-fortify", "running", "finished", "clubs", "events"}
        return {each for each in ids if f'id="{each}"' in page.text}

    @pytest.mark.usefixtures("everything")
    @pytest.mark.parametrize(
        ("wish", "part"),
        [
            ("shows_results", "results-fortify"),
            ("shows_ratings", "rating-fortify"),
            ("shows_running", "running"),
            ("shows_finished", "finished"),
            ("shows_clubs", "clubs"),
            ("shows_events", "events"),
        ],
    )
    def test_is_on_ones_own_page_alone(self, wish: str, part: str, log_in: LogIn, player: User, stranger: User) -> None:
        address = f"/players/{player.pk}/"
        before = self.parts(log_in(stranger).get(address))
        assert len(before) == 6
        setattr(player, wish, False)
        player.save()
        assert self.parts(log_in(stranger).get(address)) == before - {part}
        own = log_in(player).get(address)
        assert self.parts(own) == before
        assert own.text.count("Only you see this") == 1

    @pytest.mark.usefixtures("everything")
    def test_leaves_the_readers_own_matches(self, log_in: LogIn, player: User, opponent: User, stranger: User) -> None:
        turns.resign(MatchFactory(players=[player, stranger]).seats.get(player=stranger), LogEntry.Via.SITE)
        User.objects.filter(pk=player.pk).update(**{f"shows_{part}": False for part in PARTS_OF_PAGE})
        address = f"/players/{player.pk}/"
        page = log_in(opponent).get(address)
        assert self.parts(page) == {"finished"}
        assert {card.against for card in page.context["finished"]} == {"Ben"}
        assert "keeps matches private" in Client().get(address).text

    def test_is_chosen_with_the_other_wishes(self, log_in: LogIn, player: User) -> None:
        ada = log_in(player)
        ada.post("/account/", {**WISHES, "shows_ratings": "on", "shows_clubs": "on"})
        player.refresh_from_db()
        assert [part for part in PARTS_OF_PAGE if getattr(player, f"shows_{part}")] == ["ratings", "clubs"]
        assert export_account(player)["profile"]["page_shows"] == ["ratings", "clubs"]
