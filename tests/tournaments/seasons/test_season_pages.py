"""The pages of a league from setting a season up to its tables, as an organiser and the players use them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.support import running_events, seasons
from tests.support.factories import UserFactory
from tests.support.form_data import filled_in
from tests.support.markup import compact
from tests.support.people import LogIn
from tests.support.rows import refresh, require
from timekeeping import clock
from tournaments import sweep
from tournaments.clubs import honours
from tournaments.models import Event, League, Season
from tournaments.seasons.line_up import publish
from tournaments.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.either]

AT = "/clubs/northside/leagues/sunday-league/"
FIRST, SECOND = "Ann Ben Cleo Dan", "Eve Finn Gus Hal"


@pytest.fixture
def organiser(sunday: League) -> User:
    return seasons.organiser_of(sunday.club)


@pytest.fixture
def browser(organiser: User, log_in: LogIn) -> Client:
    return log_in(organiser)


def words(response: Any) -> str:
    """What a page says, in one line."""
    return compact(response.text)


def manage(browser: Client, action: str, **fields: str) -> Any:
    return browser.post(f"{AT}1/manage/", {"action": action, **fields})


def end(browser: Client, action: str, **fields: str) -> Any:
    return browser.post(f"{AT}1/end-or-cancel/", {"action": action, **fields})


# -- setting up ----------------------------------------------------------------------------------------------------


def test_a_league_is_made_and_leads_to_its_first_season(browser: Client, sunday: League) -> None:
    made = browser.post("/clubs/northside/leagues/new/", {"name": "Monday League", "about": "Every Monday."})
    assert made.headers["Location"] == "/clubs/northside/leagues/monday-league/new/"
    assert "Every Monday." in words(browser.get("/clubs/northside/leagues/monday-league/"))


def test_a_name_that_is_taken_is_said_beside_the_field(browser: Client, sunday: League) -> None:
    answer = browser.post("/clubs/northside/leagues/new/", {"name": "Sunday League"})
    assert answer.status_code == 422
    assert "already has a league with that name" in words(answer)
    assert 'value="Sunday League"' in words(answer)


def test_a_season_is_set_up_by_the_form_as_it_stands(browser: Client, sunday: League) -> None:
    answer = browser.post(f"{AT}new/", filled_in(browser, f"{AT}new/", sizes="4, 4, 6"))
    season = sunday.seasons.get()

    assert answer.headers["Location"] == f"{AT}1/manage/"
    assert [each.size for each in season.divisions.all()] == [4, 4, 6]
    assert (season.name, season.format, season.up) == ("Season 1", "round_robin", 2)
    assert season.tie_breaks == ["DE", "SB", "KS", "VPD"]


def test_a_season_is_set_up_and_opened_in_one_step(browser: Client, sunday: League) -> None:
    browser.post(f"{AT}new/", filled_in(browser, f"{AT}new/", action="open"))
    assert sunday.seasons.get().stage == Season.Stage.REGISTRATION


def test_the_next_season_starts_from_the_last_ones_settings(browser: Client, sunday: League) -> None:
    last = seasons.played(sunday, [FIRST, SECOND])
    Season.objects.filter(pk=last.pk).update(up=3, keeps=2, cycles=2, draws=False, analysis=False, format="round_robin")
    browser.post(f"{AT}new/", filled_in(browser, f"{AT}new/"))
    season = sunday.seasons.get(number=2)

    assert (season.up, season.keeps, season.cycles, season.draws, season.analysis) == (3, 2, 2, False, False)
    assert [each.size for each in season.divisions.all()] == [4, 4]
    assert season.name == "Season 2"


def test_sizes_that_do_not_work_are_said_beside_the_field(browser: Client, sunday: League) -> None:
    form = filled_in(browser, f"{AT}new/")
    for sizes in ("", "eight", "4, 1"):
        answer = browser.post(f"{AT}new/", form | {"sizes": sizes})
        assert answer.status_code == 422, sizes
        assert answer.context["form"].errors.keys() == {"sizes"}, sizes
        assert not sunday.seasons.exists(), sizes


def test_divisions_have_the_names_that_they_are_given(browser: Client, sunday: League) -> None:
    form = filled_in(browser, f"{AT}new/", sizes="4, 4, 4", names="Premier, , South")
    browser.post(f"{AT}new/", form)
    season = sunday.seasons.get()
    assert [each.name for each in season.divisions.all()] == ["Premier", "Division 2", "South"]
    assert "Premier: 4 players" in words(browser.get(f"{AT}1/"))

    again = filled_in(browser, f"{AT}1/settings/")
    assert again["names"] == "Premier, , South"
    browser.post(f"{AT}1/settings/", again | {"names": "Premier"})
    assert [each.name for each in season.divisions.all()] == ["Premier", "Division 2", "Division 3"]


def test_the_next_seasons_divisions_are_called_as_the_last_ones(browser: Client, sunday: League) -> None:
    last = seasons.played(sunday, [FIRST, SECOND])
    last.divisions.filter(level=1).update(name="Premier")
    browser.post(f"{AT}new/", filled_in(browser, f"{AT}new/"))
    assert [each.name for each in sunday.seasons.get(number=2).divisions.all()] == ["Premier", "Division 2"]


def test_names_that_do_not_work_are_said_beside_the_field(browser: Client, sunday: League) -> None:
    form = filled_in(browser, f"{AT}new/", sizes="4, 4")
    for names in ("North, north", "A, B, C", "Division 2", "N" * 41):
        answer = browser.post(f"{AT}new/", form | {"names": names})
        assert answer.status_code == 422, names
        assert answer.context["form"].errors.keys() == {"names"}, names


def test_a_close_after_the_start_is_said_without_settings_that_a_season_lacks(browser: Client, sunday: League) -> None:
    start, close = clock.now() + timedelta(days=5), clock.now() + timedelta(days=9)
    dates = {"starts_at": f"{start:%Y-%m-%dT%H:%M}", "closes_at": f"{close:%Y-%m-%dT%H:%M}"}
    answer = browser.post(f"{AT}new/", filled_in(browser, f"{AT}new/", **dates))
    assert answer.context["form"].errors["closes_at"] == ["Registration must close before the start."]


def test_settings_are_changed_until_the_line_up_is_published(browser: Client, sunday: League) -> None:
    season = seasons.set_up(sunday)
    browser.post(f"{AT}1/settings/", filled_in(browser, f"{AT}1/settings/", name="Autumn", sizes="5, 5"))
    assert refresh(season).name == "Autumn"
    assert [each.size for each in season.divisions.all()] == [5, 5]

    Season.objects.update(stage=Season.Stage.RUNNING)
    assert browser.get(f"{AT}1/settings/").headers["Location"] == f"{AT}1/manage/"


# -- registering ---------------------------------------------------------------------------------------------------


def test_a_member_registers_and_withdraws_on_the_seasons_page(sunday: League, log_in: LogIn) -> None:
    season, player = seasons.opened(sunday), UserFactory(display_name="Ann")
    seasons.join(sunday.club, [player])
    browser = log_in(player)
    assert browser.post(f"{AT}1/", {"action": "register"}).status_code == 303
    assert seasons.entry_of(season, "Ann").status == "registered"
    assert "You’re registered. Your division is worked out from the ratings" in words(browser.get(f"{AT}1/"))

    browser.post(f"{AT}1/", {"action": "withdraw"})
    assert seasons.entry_of(season, "Ann").status == "withdrawn"


def test_who_is_not_a_member_is_led_to_the_club(sunday: League, stranger: User, log_in: LogIn) -> None:
    seasons.opened(sunday)
    answer = words(log_in(stranger).get(f"{AT}1/"))
    assert "Join the club first" in answer
    assert 'href="/clubs/northside/"' in answer


def test_an_organiser_puts_members_in_and_takes_them_out(browser: Client, sunday: League) -> None:
    season, player = seasons.opened(sunday), UserFactory(display_name="Ann")
    assert "Ann isn’t a member of the club" in words(manage(browser, "put_in", who="Ann"))
    refused = words(manage(browser, "put_in", who="ann@players.example"))
    assert "“ann@players.example”. Use the name in the club’s list of members." in refused
    seasons.join(sunday.club, [player])
    manage(browser, "put_in", who="Ann")
    assert seasons.entry_of(season, "Ann").status == "registered"
    assert "Choose a player." in words(manage(browser, "withdraw", entry=""))
    manage(browser, "withdraw", entry=str(seasons.entry_of(season, "Ann").pk))
    assert seasons.entry_of(season, "Ann").status == "withdrawn"


def test_several_are_put_in_and_who_cannot_be_stays_in_the_field_with_the_reason(
    browser: Client, sunday: League
) -> None:
    season = seasons.opened(sunday)
    seasons.join(sunday.club, [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo of Clubs")])
    UserFactory(display_name="Dan")
    answer = manage(browser, "put_in", who="Ann\r\n\r\n  cleo of clubs \r\nDan\r\nNobody Here\r\nann\r\nBen")

    assert answer.status_code == 422
    assert {entry.shown_name for entry in season.entries.all()} == {"Ann", "Ben", "Cleo of Clubs"}
    page = words(answer)
    assert "Ann, Cleo of Clubs and Ben are registered." in page
    assert "2 names couldn’t be added." in page
    assert "Dan isn’t a member of the club. Invite them first." in page
    assert "No player here is called “Nobody Here”." in page
    assert answer.context["putting_in"]["who"].value() == "Dan\nNobody Here"
    assert ">3 players are registered<" in page

    seasons.join(sunday.club, [User.objects.get(display_name="Dan")])
    assert manage(browser, "put_in", who="Dan").status_code == 303
    assert "Dan is registered." in words(browser.get(f"{AT}1/manage/"))


def test_a_list_without_a_name_or_with_too_many_puts_nobody_in(browser: Client, sunday: League) -> None:
    season = seasons.opened(sunday)
    assert "Enter the member’s name." in words(manage(browser, "put_in", who=" \n "))
    many = "\n".join(f"Player {number}" for number in range(101))
    answer = manage(browser, "put_in", who=many)
    assert "Enter at most 100 names at once." in words(answer)
    assert answer.context["putting_in"]["who"].value() == many
    assert not season.entries.exists()


# -- the line-up ---------------------------------------------------------------------------------------------------


def next_season(sunday: League, tables: list[str] | None = None) -> Season:
    seasons.played(sunday, [FIRST, SECOND], tables)
    season = seasons.opened(sunday)
    seasons.register(season, f"{FIRST} {SECOND}")
    seasons.propose(season)
    return season


def test_the_organisers_see_every_move_explained_and_players_nothing_yet(
    browser: Client, sunday: League, log_in: LogIn
) -> None:
    season = next_season(sunday)
    player = seasons.entry_of(season, "Eve").player

    assert "Promoted: place 1 in Division 2." in words(browser.get(f"{AT}2/manage/"))
    assert "Promoted" not in words(log_in(require(player)).get(f"{AT}2/"))


def test_a_tie_on_the_line_is_pointed_out(browser: Client, sunday: League) -> None:
    level = """
        1: 4w1 3w1 2w=
        2: 3w1 4w1 1b=
        3: 2b0 1b0 4w1
        4: 1b0 2b0 3b0
    """
    next_season(sunday, [seasons.IN_ORDER, level])
    assert "Division 2, promotion: Eve, Finn are level even on tie-breaks." in words(browser.get(f"{AT}2/manage/"))


def test_a_player_is_moved_by_hand_with_a_reason(browser: Client, sunday: League) -> None:
    season = next_season(sunday)
    entry, division = seasons.entry_of(season, "Hal"), season.divisions.get(level=1)
    fields = {"action": "move", "entry": str(entry.pk), "division": str(division.pk)}
    without = browser.post(f"{AT}2/manage/", fields)
    assert without.status_code == 422
    assert without.context["moving"].errors.keys() == {"reason"}

    assert browser.post(f"{AT}2/manage/", fields | {"reason": "won the cup"}).status_code == 303
    assert "Hal" in seasons.line_up(season)[0]
    assert "won the cup" in words(browser.get(f"{AT}2/manage/"))


def test_two_players_change_places_in_one_act(browser: Client, sunday: League) -> None:
    season = next_season(sunday)
    first, second = seasons.line_up(season)[:2]
    up, down, third = min(first), *sorted(second)[:2]
    fields = {"action": "swap", "reason": "Asked for it."}
    fields |= {"entry": str(seasons.entry_of(season, up).pk), "other": str(seasons.entry_of(season, down).pk)}
    twice = browser.post(f"{AT}2/manage/", fields | {"other": fields["entry"]})
    assert (twice.status_code, twice.context["swapping"].errors.keys()) == (409, {"other"})
    assert browser.post(f"{AT}2/manage/", fields | {"reason": ""}).status_code == 422
    fields["seen"] = browser.get(f"{AT}2/manage/").context["seen"]
    assert f'name="seen" value="{fields["seen"]}"' in browser.get(f"{AT}2/manage/").content.decode()
    assert browser.post(f"{AT}2/manage/", fields).status_code == 303
    second_click = browser.post(f"{AT}2/manage/", fields)
    assert (second_click.status_code, "has changed since you looked" in words(second_click)) == (409, True)

    assert seasons.line_up(season)[:2] == [first - {up} | {down}, second - {down} | {up}]
    told = [line for line in sunday.club.log.all() if line.reason == "Asked for it."]
    assert [line.words for line in told] == [f"Sunday League, Spring: Swapped {up} and {down}."]
    fields["seen"] = second_click.context["seen"]
    again = browser.post(f"{AT}2/manage/", fields | {"other": str(seasons.entry_of(season, third).pk)})
    assert "already in the same division" in words(again)


def test_a_player_is_not_moved_by_the_word_for_a_piece_in_german(
    browser: Client, sunday: League, organiser: User
) -> None:
    next_season(sunday)
    User.objects.filter(pk=organiser.pk).update(language="de")
    page = words(browser.get(f"{AT}2/manage/"))
    assert ">Anders einteilen</button>" in page
    assert ">Ziehen</button>" not in page


def test_a_line_up_is_worked_out_anew_knowing_what_is_lost(browser: Client, sunday: League) -> None:
    season = seasons.opened(sunday)
    seasons.register(season, FIRST)
    once, anew = ">Work out line-up</button>", ">Work out again</button>"
    first = words(browser.get(f"{AT}1/manage/"))
    assert once in first
    assert anew not in first

    manage(browser, "propose")
    found = words(browser.get(f"{AT}1/manage/"))
    assert anew in found
    assert once not in found
    assert "by hand; that will be lost" not in found

    entry = seasons.entry_of(season, "Ann")
    manage(browser, "move", entry=str(entry.pk), division="waiting", reason="asked to wait")
    assert "1 player was moved by hand; that will be lost." in words(browser.get(f"{AT}1/manage/"))
    manage(browser, "propose")
    assert "Ann" in seasons.line_up(season)[0]
    assert "by hand; that will be lost" not in words(browser.get(f"{AT}1/manage/"))


# -- tables --------------------------------------------------------------------------------------------------------


def test_a_season_that_is_over_shows_its_tables_and_who_goes_up_and_down(sunday: League) -> None:
    seasons.played(sunday, [FIRST, SECOND])
    answer = words(Client().get(f"{AT}1/"))
    first, second = answer.split("Division 1</a>")[1].split("Division 2</a>")

    assert [row.count("↓") for row in first.split("<tr>")[2:6]] == [0, 0, 0, 1]
    assert [row.count("↑") for row in second.split("<tr>")[2:6]] == [1, 0, 0, 0]
    assert "↑" not in first
    assert "↓" not in second


def test_past_winners_are_on_the_leagues_page_and_the_clubs_honours_board(sunday: League) -> None:
    seasons.played(sunday, [FIRST, SECOND])
    answer = words(Client().get(AT))
    assert "<dt>Division 1</dt><dd>Ann</dd><dt>Division 2</dt><dd>Eve</dd>" in answer

    won = honours.of_seasons(sunday.club, UserFactory())
    assert [(each.title, each.group, each.places[0].name) for each in won] == [
        ("Season 1, Division 1", "Sunday League", "Ann"),
        ("Season 1, Division 2", "Sunday League", "Eve"),
    ]


def test_past_seasons_and_their_winners_are_shown_some_at_a_time(
    sunday: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        seasons.played(sunday, [" ".join(f"{name}{number}" for name in FIRST.split())])
    monkeypatch.setattr("tournaments.seasons.leagues.SEASONS_ON_A_PAGE", 2)
    monkeypatch.setattr("tournaments.clubs.club_pages.DIVISIONS_ON_A_PAGE", 2)
    asked: list[int] = []
    worked_out = standings.ranks_of

    def noticed(event: Event) -> standings.Ranks:
        asked.append(event.pk)
        return worked_out(event)

    monkeypatch.setattr(standings, "ranks_of", noticed)
    assert "Ann1" in (answer := words(Client().get(AT)))
    assert "Ann0" not in answer
    assert len(asked) == 2
    board = f"{sunday.club.get_absolute_url()}honours/"
    assert "Ann0" not in words(Client().get(board))
    assert len(asked) == 2
    assert "Ann0" in words(Client().get(f"{board}?seasons=2"))
    assert "Ann0" in words(Client().get(f"{AT}?page=2"))
    assert len(asked) == 3


def test_the_number_of_queries_does_not_grow_with_the_players(
    sunday: League, django_assert_max_num_queries: Any
) -> None:
    season = seasons.opened(sunday, (12, 12))
    seasons.register(season, " ".join(f"P{number}" for number in range(20)))
    with django_assert_max_num_queries(15):
        Client().get(f"{AT}1/")


def test_a_season_is_run_from_its_pages(browser: Client, sunday: League) -> None:
    """Set up, opened, lined up, published, played and ended; then the next one follows from it."""
    browser.post(f"{AT}new/", filled_in(browser, f"{AT}new/", sizes="2, 2", up="1", down="1"))
    assert manage(browser, "open").status_code == 303
    season = sunday.seasons.get()
    seasons.register(season, "Ann Ben Cleo Dan")
    assert manage(browser, "propose").status_code == 303
    assert manage(browser, "publish").status_code == 303
    running_events.work_off()
    assert "Some matches are still running. Decide them first." in words(browser.get(f"{AT}1/end-or-cancel/"))
    assert f'href="{AT}1/unfinished/"' in words(end(browser, "end"))
    assert end(browser, "end").status_code == 409
    for division in season.divisions.select_related("event"):
        running_events.play_round(require(division.event), 1)
    sweep.sweep_events()
    assert "All matches are over" in words(browser.get(f"{AT}1/manage/"))
    assert manage(browser, "end").status_code == 422
    assert end(browser, "end").status_code == 303

    assert refresh(season).stage == Season.Stage.FINISHED
    assert "Set up next season" in words(browser.get(AT))
    assert seasons.log_of(sunday.club)[-1] == "Sunday League, Season 1: The season was ended."


def test_a_divisions_own_page_leads_to_its_season(sunday: League) -> None:
    season = seasons.played(sunday, [FIRST])
    (division,) = season.divisions.all()
    assert f'<a href="{AT}1/">Sunday League, Season 1</a>' in words(Client().get(f"/events/{division.event_id}/"))


def test_why_everybody_is_where_they_are_is_shown_once_the_line_up_is_published(sunday: League) -> None:
    season = next_season(sunday)
    publish.publish(season, by=seasons.organiser_of(sunday.club))
    assert "<dt>Eve</dt><dd>Promoted: place 1 in Division 2.</dd>" in words(Client().get(f"{AT}2/"))
