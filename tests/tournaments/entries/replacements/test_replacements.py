"""A player leaves a division, and someone else takes the place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from competition.ratings.months import Month
from fortify_site.profiles.delete_account import delete_account
from mail.models import OutboxMail
from matches.gate import clock_acts, refused
from matches.models import Match, Seat
from tests.support import running_events
from tests.support.composed_mails import message_of, text_of
from tests.support.divisions import (
    change,
    check_matches,
    entry_of,
    event_of,
    leave,
    mails,
    named,
    offer_to,
    organiser,
    pairings_of,
    taken,
    vacant,
    won,
)
from tests.support.factories import UserFactory
from tests.support.rows import refresh
from tests.support.seasons import join
from tournaments import sweep
from tournaments.accounts import erase_name, export
from tournaments.clubs.join import leave as leave_club
from tournaments.decisions import events as to_do
from tournaments.decisions import inbox
from tournaments.decisions import seasons as season_decisions
from tournaments.entries.replacements import find_replacement, take_place, vacancies
from tournaments.entries.replacements import words as counting
from tournaments.entries.withdrawals import return_to_event
from tournaments.events.ending import finish
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, PlaceOffer, Season, SeasonEntry, Vacancy
from tournaments.ratings import rated_games
from tournaments.rounds.results import adjudicate
from tournaments.rounds.results.verdicts import Verdict
from tournaments.seasons.line_up import previous_season
from tournaments.standings.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.either]
DAY = timedelta(days=1)
Replacements = Season.Replacements
Goes = Callable[[User], None]


def own_seats(name: str) -> list[Seat]:
    return list(Seat.objects.filter(player__display_name=name).order_by("match"))


def leaves_club(player: User) -> None:
    leave_club(Club.objects.get(), player)


def offering_answers() -> list[str]:
    return list(PlaceOffer.objects.values_list("answer", flat=True))


class TestLeaving:
    def test_the_matches_wait_with_stopped_clocks_and_the_next_in_line_is_asked(self, season: Season) -> None:
        vacancy = vacant(season)
        assert not any(pairing.decided_at for pairing in pairings_of(vacancy.entry))
        assert {seat.stopped for seat in own_seats("Ada")} == {"left"}
        assert {seat.stopped for seat in own_seats("Ben")} == {""}
        assert vacancy.until - vacancy.at == 7 * DAY
        assert mails("place_offered") == ["Emil"]

    def test_the_opponents_hear_why_a_clock_stands_still_and_the_leaver_of_no_clock(self, season: Season) -> None:
        vacant(season)
        assert sorted(mails("clock_changed")) == ["Ben", "Cleo", "Dora"]
        told = text_of(message_of(OutboxMail.objects.filter(kind="clock_changed").latest("pk")))
        assert told.startswith("Ada’s clock is paused.\n")
        assert "Reason: Ada has left; we’re looking for a replacement." in told
        assert "The organiser" not in told

    def test_the_page_says_why_a_clock_stands_still(self, season: Season, client: Client) -> None:
        vacancy = vacant(season)
        page = client.get(event_of(season).get_absolute_url()).content.decode()
        assert "paused (player left, place free)" in page
        assert "paused by the organiser" not in page
        return_to_event.rejoin(vacancy.entry, by=organiser(season))
        assert "stopped" not in client.get(event_of(season).get_absolute_url()).content.decode()

    def test_an_organiser_starts_what_stands_still_and_has_stopped_it_by_hand_then(self, season: Season) -> None:
        vacant(season)
        seat = own_seats("Ada")[0]
        with pytest.raises(refused.MatchRefused, match="is already paused"):
            clock_acts.stop_clock(seat, "To be sure.", seat.match.log_length)
        clock_acts.start_clock(seat, "It has to go on.", seat.match.log_length)
        clock_acts.stop_clock(seat, "Not yet.", refresh(seat.match).log_length)
        assert refresh(seat).stopped == "organiser"
        check_matches()

    def test_no_longer_than_the_season_goes_on(self, season: Season) -> None:
        change(season, ends_at=timezone.now() + timedelta(days=2, hours=6))
        assert vacant(season).until == season.ends_at
        assert any("Ada’s place is free for 3 days" in line for line in running_events.lines(event_of(season)))

    def test_it_is_as_in_any_event_where_the_season_has_it_so(self, season: Season) -> None:
        change(season, replacements=Replacements.NOBODY)
        assert leave(season, "Ada") is None
        assert all(pairing.is_annulled for pairing in pairings_of(entry_of(season, "Ada")))

    def test_a_deleted_account_leaves_no_place_free(self, season: Season) -> None:
        entry = entry_of(season, "Ada")
        delete_account(named("Ada"))
        assert not Vacancy.objects.exists()
        assert all(pairing.decided_at for pairing in pairings_of(entry))

    def test_nor_does_one_that_is_deleted_later(self, season: Season) -> None:
        vacancy = vacant(season)
        delete_account(named("Ada"))
        assert refresh(vacancy).end == Vacancy.End.NOBODY
        assert all(pairing.decided_at for pairing in pairings_of(vacancy.entry))

    def test_an_organiser_puts_the_player_back_while_the_place_is_free(self, season: Season) -> None:
        vacancy = vacant(season)
        entry = return_to_event.rejoin(vacancy.entry, by=organiser(season))
        assert (entry.status, entry.is_open) == ("entered", False)
        assert {seat.stopped for seat in own_seats("Ada")} == {""}
        with pytest.raises(TournamentRefused):
            take_place.accept_place_offer(PlaceOffer.objects.get(), named("Emil"))

    def test_an_organiser_is_asked_to_start_no_clock_that_waits_for_it(self, season: Season) -> None:
        vacant(season)
        (free,) = to_do.decisions(event_of(season))
        assert (free.title, free.waits) == ("Ada’s place in Division 1 is free", False)
        assert "Offered to Emil until" in free.words
        match = running_events.match_of(event_of(season), 1, "Ben")
        clock_acts.stop_clock(running_events.seat_of(match, "Ben"), "Ben has no mail.", match.log_length)
        assert [each.title for each in to_do.decisions(event_of(season)) if each.waits] == ["Paused clocks in 1 match"]

    def test_when_nobody_is_left_to_ask_the_place_is_the_organisers_to_fill(self, season: Season) -> None:
        """On the pages of the division and of the season, and once among all that waits for who runs the club."""
        vacancy = vacant(season)
        season.entries.filter(division=None).update(status=SeasonEntry.Status.WITHDRAWN)
        vacancy.offers.update(answer=PlaceOffer.Answer.DECLINED)
        found = [*to_do.decisions(event_of(season)), *season_decisions.decisions(season)]
        assert [(each.title, each.label) for each in found if each.waits] == [
            ("Ada’s place in Division 1 is free", "Find a replacement")
        ] * 2
        assert [line.decision.title for line in inbox.waiting_for(organiser(season))] == [found[0].title]

    def test_a_clock_that_an_organiser_had_stopped_stays_so_when_the_player_is_back(self, season: Season) -> None:
        first, *others = own_seats("Ada")
        clock_acts.stop_clock(first, "Ada has no mail.", first.match.log_length, by=organiser(season))
        return_to_event.rejoin(vacant(season).entry, by=organiser(season))
        assert {seat.pk: seat.stopped for seat in own_seats("Ada")} == {
            first.pk: "organiser",
            **{seat.pk: "" for seat in others},
        }
        check_matches()


class TestOffers:
    def test_one_after_another_is_asked_and_the_organisers_hear_that_nobody_is_left(self, season: Season) -> None:
        vacant(season)
        find_replacement.decline(offer_to("Emil"))
        assert mails("place_offered") == ["Emil", "Fay"]
        assert not mails("place_free")
        find_replacement.decline(offer_to("Fay"))
        assert mails("place_offered") == ["Emil", "Fay"]
        assert mails("place_free") == [organiser(season).display_name]

    def test_whoever_wants_no_invitations_is_passed_over(self, season: Season) -> None:
        User.objects.filter(display_name="Emil").update(invitations=False)
        vacancy = vacant(season)
        assert mails("place_offered") == ["Fay"]
        with pytest.raises(TournamentRefused, match="doesn’t want offers"):
            find_replacement.offer(vacancy, User.objects.get(display_name="Emil"), by=organiser(season))

    def test_one_that_nobody_answers_lapses_after_two_days(self, season: Season) -> None:
        vacant(season)
        with time_machine.travel(timezone.now() + 2 * DAY + timedelta(minutes=1), tick=False):
            sweep.sweep_events()
            assert mails("place_offered") == ["Emil", "Fay"]

    def test_a_place_that_nobody_takes_is_given_up_and_the_rule_for_leavers_applies(self, season: Season) -> None:
        vacancy = vacant(season)
        with time_machine.travel(vacancy.until + timedelta(minutes=1), tick=False):
            sweep.sweep_events()
        vacancy.refresh_from_db()
        entry = entry_of(season, "Ada")
        assert (vacancy.end, entry.is_open) == ("nobody", False)
        assert all(pairing.is_annulled for pairing in pairings_of(entry))

    def test_an_organiser_asks_any_member(self, season: Season) -> None:
        vacancy = vacant(season)
        gus = UserFactory(display_name="Gus")
        with pytest.raises(TournamentRefused, match="isn’t a member"):
            find_replacement.offer(vacancy, gus, by=organiser(season))
        for name in ("Ben", "Ada"):
            with pytest.raises(TournamentRefused, match="already in this division"):
                find_replacement.offer(vacancy, named(name), by=organiser(season))
        join(season.league.club, [gus])
        find_replacement.offer(vacancy, gus, by=organiser(season))
        assert mails("place_offered") == ["Emil", "Gus"]
        with pytest.raises(TournamentRefused):
            take_place.accept_place_offer(PlaceOffer.objects.get(player=named("Emil")), named("Emil"))
        assert take_place.accept_place_offer(offer_to("Gus"), gus).player == gus

    def test_or_puts_them_in_at_once(self, season: Season) -> None:
        vacancy = vacant(season)
        assert take_place.put_in(vacancy, named("Emil"), by=organiser(season)).player == named("Emil")
        assert take_place.put_in(vacancy, named("Emil"), by=organiser(season)).player == named("Emil")

    def test_what_comes_with_it_is_said(self, season: Season) -> None:
        event = event_of(season)
        won(running_events.match_of(event, 1, "Ada"), "Ada")
        words = counting.in_words(vacant(season))
        assert words == "2 matches running and 1 finished. Points so far: 1."

    def test_nobody_is_asked_any_more_once_the_event_is_called_off(self, season: Season) -> None:
        vacancy = vacant(season)
        finish.cancel(event_of(season), by=organiser(season), reason="The hall is flooded.")
        with time_machine.travel(timezone.now() + 3 * DAY, tick=False):
            sweep.sweep_events()
        assert mails("place_offered") == ["Emil"]
        assert (refresh(vacancy).end, offering_answers()) == ("nobody", ["withdrawn"])
        assert not entry_of(season, "Ada").is_open

    @pytest.mark.parametrize("goes", [delete_account, leaves_club])
    def test_where_who_is_asked_goes_the_next_is_asked_at_once(self, season: Season, goes: Goes) -> None:
        vacant(season)
        goes(named("Emil"))
        assert mails("place_offered")[-1:] == ["Fay"]


class TestTakingOver:
    def test_the_matches_go_on_with_the_clocks_and_results_stay(self, season: Season) -> None:
        event = event_of(season)
        won(running_events.match_of(event, 1, "Ada"), "Ada")
        event.entries.filter(player=named("Ada")).update(contribution="ad" * 32)
        SeasonEntry.objects.filter(player=named("Emil")).update(contribution="e1" * 32)
        entry = taken(season)
        assert (entry.player, entry.status, str(entry.before)) == (named("Emil"), "entered", "Ada")
        assert entry.contribution == "e1" * 32
        assert len(own_seats("Ada")) == 1
        assert len(own_seats("Emil")) == 2
        assert {seat.stopped for seat in own_seats("Emil")} == {""}
        row = next(row for row in standings_of(event).rows if row.number == entry.number)
        assert row.points == 1
        check_matches()

    def test_who_came_is_in_the_line_up_and_who_left_is_not(self, season: Season) -> None:
        taken(season)
        came, left = (SeasonEntry.objects.get(season=season, player=named(name)) for name in ("Emil", "Ada"))
        assert (came.division, came.words) == (season.divisions.get(), "Plays in Ada’s place.")
        assert (left.status, left.division) == ("withdrawn", None)
        rows = previous_season.final_standings(event_of(season))
        assert named("Emil").pk in {row.player for row in rows}
        assert named("Ada").pk not in {row.player for row in rows}

    def test_a_match_that_both_played_in_is_rated_for_nobody(self, season: Season, client: Client) -> None:
        event = event_of(season)
        begun = running_events.match_of(event, 1, "Ada")
        running_events.play_a_turn_each(begun)
        untouched = next(
            each.match for each in pairings_of(entry_of(season, "Ada")) if each.match and each.match_id != begun.pk
        )
        entry = taken(season)
        won(begun, "Emil")
        won(untouched, "Emil")
        codes = {each.match_id: each.white_code + each.black_code for each in pairings_of(entry)}
        assert codes[begun.pk] in ("WL", "LW")
        assert codes[untouched.pk] in ("10", "01")
        row = next(row for row in standings_of(event).rows if row.number == entry.number)
        assert row.points == 2
        files = [client.get(f"/events/{event.pk}/export/{what}") for what in ("trf16.trf", "trf26.trf")]
        assert {file.status_code for file in files} == {200}

    def test_an_organiser_corrects_such_a_result_for_nobodys_rating_either(self, season: Season) -> None:
        match = running_events.match_of(event_of(season), 1, "Ada")
        running_events.play_a_turn_each(match)
        taken(season)
        won(match, "Emil")
        pairing = match.pairing
        seen = adjudicate.stands(refresh(pairing))
        by = organiser(season)
        adjudicate.settle_pairing(pairing, Verdict.DRAW, by=by, reason="As both had agreed.", seen=seen)
        assert adjudicate.stands(refresh(pairing)) == "DD"
        again = adjudicate.settle_pairing(pairing, Verdict.DRAW, by=by, reason="As both had agreed.", seen=seen)
        assert adjudicate.stands(again) == "DD"

    def test_what_was_over_before_is_rated_for_who_played_it(self, season: Season) -> None:
        event = event_of(season)
        won(running_events.match_of(event, 1, "Ada"), "Ada")
        taken(season)
        month = Month.of(timezone.now()).following
        ((_, ended),) = rated_games.games_until("fortify", month)[Month.of(timezone.now())]
        assert named("Ada").pk in {ended.game.first, ended.game.second}

    def test_a_further_change_names_all_of_them_until_an_account_goes(self, season: Season) -> None:
        taken(season)
        entry = taken(season, leaver="Emil", by="Fay")
        assert entry.name_in_table == "Ada, Emil, then Fay"
        check_matches()
        erase_name.forget_name(named("Emil"))
        assert refresh(entry).name_in_table == "Ada, former player, then Fay"

    def test_the_table_and_its_files_say_who_played(self, season: Season, client: Client) -> None:
        taken(season)
        event = event_of(season)
        page = client.get(f"/events/{event.pk}/table/").content.decode()
        assert "Ada, then" in page
        for what in ("standings.csv", "crosstable.csv"):
            data = client.get(f"/events/{event.pk}/export/{what}").content.decode()
            assert "Ada, then Emil" in data
        assert client.get(f"/events/{event.pk}/export/standings.json").status_code == 200

    def test_who_has_left_comes_back_to_no_other_place(self, season: Season) -> None:
        """Of a match between the two places they would have seen both hands."""
        taken(season)
        with pytest.raises(TournamentRefused, match="Ada is or was already in this division"):
            take_place.put_in(vacant(season, "Ben"), named("Ada"), by=organiser(season))


class TestStartingAnew:
    def test_what_was_played_counts_no_more_and_all_is_played_again(self, season: Season) -> None:
        change(season, replacements=Replacements.ANEW)
        event = event_of(season)
        won(running_events.match_of(event, 1, "Ada"), "Ada")
        old = {each.match_id for each in pairings_of(entry_of(season, "Ada")) if each.match_id}
        entry = taken(season)
        new = pairings_of(entry)
        assert not old & {each.match_id for each in new}
        assert all(each.match and not each.match.is_over and each.decided_at is None for each in new)
        assert {match.status for match in Match.objects.filter(pk__in=old)} == {"finished"}
        begun = Match.objects.filter(pk__in=[*old, *(each.match_id for each in new)])
        assert len({match.origin["server"] for match in begun if match.origin}) == len(begun) == 6
        assert len(own_seats("Emil")) == 3
        assert any("no longer counts" in line for line in running_events.lines(event))
        check_matches()

    def test_who_has_left_before_is_not_met(self, season: Season) -> None:
        change(season, replacements=Replacements.ANEW)
        gone = vacant(season, "Ben")
        vacancies.give_up(gone, by=organiser(season), reason="Nobody wants it.")
        entry = taken(season)
        assert sum(each.decided_at is None for each in pairings_of(entry)) == 2


def test_own_data_has_the_places(season: Season) -> None:
    taken(season)
    assert [each["became"] for each in export.export(named("Ada"))["places_left"]] == ["taken"]
    assert [each["answer"] for each in export.export(named("Emil"))["places_offered"]] == ["accepted"]
