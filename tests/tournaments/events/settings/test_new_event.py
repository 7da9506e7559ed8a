from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.models import User
from matches.models import VacationPool
from matches.time_control.time_control import DAY
from tests.support.factories import ClubFactory, GuestFactory, MembershipFactory
from tests.support.form_data import filled_in
from tests.support.pages import read, words
from tests.support.people import LogIn
from tests.support.rows import require
from timekeeping import clock
from tournaments.events.settings import save
from tournaments.models import Club, Event, Membership
from tournaments.settings.defaults import usual_tie_breaks

NEW = "/events/new/"
NEXT = datetime.now(UTC).year + 1


def made(desk: Client, **fields: Any) -> Event:
    answer = desk.post(NEW, filled_in(desk, NEW, name="Autumn Cup") | fields)
    assert answer.status_code == 303, words(answer.content.decode())
    event = Event.objects.select_related("vacation_pool").latest("pk")
    assert answer.headers["Location"] == f"/events/{event.pk}/manage/"
    return event


def refused(desk: Client, form: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    answer = desk.post(NEW, form | fields)
    assert answer.status_code == 422, fields
    assert not Event.objects.exists(), fields
    return dict(answer.context["form"].errors)


def test_a_name_is_all_that_it_needs(desk: Client, organiser: User) -> None:
    event = made(desk)
    assert (event.name, event.stage, event.made_by) == ("Autumn Cup", Event.Stage.DRAFT, organiser)
    assert list(event.organisers.all()) == [organiser]
    assert (event.format, event.rounds, event.tie_breaks) == ("swiss", 5, usual_tie_breaks("swiss"))
    assert event.options == event.game.clean_options({})
    assert (event.clock_start, event.clock_increment, event.clock_cap) == (3 * DAY, 3 * DAY, 3 * DAY)
    assert require(event.vacation_pool).key == VacationPool.FRIENDLY
    defaults = Event(game_slug="fortify")
    for name in ("is_public", "draws", "rated", "points", "registration", "check_in", "late_until", "late_bye"):
        assert getattr(event, name) == getattr(defaults, name), name
    for name in ("half_byes", "round_start", "unfinished", "publishes_itself", "withdraws_no_shows", "leaver"):
        assert getattr(event, name) == getattr(defaults, name), name


def test_it_can_be_set_up_and_opened_in_one_step(desk: Client) -> None:
    event = made(desk, action="open")
    assert event.stage == Event.Stage.REGISTRATION
    assert "“Autumn Cup” is created and open for entries." in desk.get(f"/events/{event.pk}/manage/").text


def test_what_cannot_be_opened_is_not_set_up_either(desk: Client) -> None:
    errors = refused(desk, filled_in(desk, NEW, name="Autumn Cup"), {"action": "open", "starts_at": "2020-01-01T10:00"})
    assert errors.keys() == {"starts_at"}


def test_whether_rounds_publish_themselves_is_asked_outside_every_fold(desk: Client) -> None:
    sections = {section.key: section for section in desk.get(NEW).context["form"].sections}
    assert {"publishes_itself", "break_hours"} <= {field.name for field in sections["rounds"].fields}


def test_everything_that_is_filled_in_is_kept(desk: Client) -> None:
    event = made(
        desk,
        description="Bring tea.",
        option_map="5x5",
        option_format="points-4",
        option_special="on",
        rounds="7",
        points="3",
        tie_break_order="own",
        tie_break_1="BH/M1",
        tie_break_3="DE",
        most_difference="6",
        seeding="own",
        registration="approval",
        places="32",
        closes_at=f"{NEXT}-02-01T18:00",
        check_in="on",
        check_in_hours="24",
        late_until="3",
        late_bye="Z",
        half_byes="2",
        starts_at=f"{NEXT}-02-03T18:30",
        round_start="date",
        round_days="21",
        unfinished="extend",
        extension_days="5",
        pace="own",
        start_days="4",
        start_hours="12",
        increment_days="1",
        increment_hours="",
        cap_days="6",
        cap_hours="",
        weekends="on",
        at_zero="pass",
        passes="3",
        vacation_from="own",
        vacation_days="9",
        vacation_shortest="2",
    )
    assert event.description == "Bring tea."
    assert (event.options["map"], event.options["format"], event.options["special"]) == ("5x5", "points-4", "on")
    assert (event.rounds, event.points, event.tie_breaks, event.most_difference) == (7, "3", ["BH/M1", "DE"], 6)
    assert (event.seeding, event.registration, event.places) == ("own", "approval", 32)
    assert require(event.closes_at).isoformat() == f"{NEXT}-02-01T18:00:00+00:00"
    assert (event.check_in, event.check_in_hours) == (True, 24)
    assert (event.late_until, event.late_bye, event.half_byes) == (3, "Z", 2)
    assert require(event.starts_at).isoformat() == f"{NEXT}-02-03T18:30:00+00:00"
    assert (event.round_start, event.round_days, event.unfinished, event.extension_days) == ("date", 21, "extend", 5)
    assert (event.clock_start, event.clock_increment, event.clock_cap) == (4.5 * DAY, DAY, 6 * DAY)
    assert (event.weekends, event.nights, event.at_zero, event.passes) == (True, False, "pass", 3)
    pool = event.vacation_pool
    assert pool is not None
    assert (pool.key, pool.name, pool.days, pool.shortest) == (f"event-{event.pk}", "Autumn Cup", 9, 2)


def test_boxes_that_are_not_ticked_are_off(desk: Client) -> None:
    fields = filled_in(desk, NEW, name="Autumn Cup")
    for box in ("draws", "rated", "analysis", "publishes_itself", "withdraws_no_shows", "vacation"):
        del fields[box]
    assert desk.post(NEW, fields).status_code == 303
    event = Event.objects.get()
    assert not any((event.draws, event.rated, event.analysis, event.publishes_itself, event.withdraws_no_shows))
    assert event.vacation_pool is None


def test_a_round_robin_has_what_only_it_has(desk: Client) -> None:
    event = made(desk, format="round_robin", cycles="2", leaver="annul", rounds="nonsense", late_until="2")
    assert (event.format, event.cycles, event.leaver, event.late_until) == ("round_robin", 2, "annul", 0)
    assert event.tie_breaks == usual_tie_breaks("round_robin")


def test_a_cup_has_no_points_and_no_tie_breaks_whatever_stands_there(desk: Client) -> None:
    own = {"tie_break_order": "own", "tie_break_1": "BH", "tie_break_2": "BH"}
    event = made(desk, format="cup", points="nonsense", most_difference="0", **own)
    assert (event.format, event.points, event.tie_breaks, event.most_difference) == ("cup", "1", [], None)


def test_without_a_script_it_is_said_that_a_cup_has_no_points(desk: Client) -> None:
    page = desk.get(NEW).content.decode()
    assert "A cup has none: its standings show how far each player came." in page
    assert 'data-when-name="format" data-when-value="swiss round_robin"' in page


def test_days_of_vacation_that_do_not_count_are_not_looked_at(desk: Client) -> None:
    assert made(desk, vacation="", vacation_from="own", vacation_days="nonsense").vacation_pool is None


def test_it_says_beside_the_field_what_is_wrong(desk: Client) -> None:
    form = filled_in(desk, NEW, name="Autumn Cup")
    for fields, at_fault in WRONG:
        assert set(refused(desk, form, fields)) == {at_fault}, fields


WRONG = (
    ({"name": "  "}, "name"),
    ({"rounds": "0"}, "rounds"),
    ({"rounds": "21"}, "rounds"),
    ({"rounds": "many"}, "rounds"),
    ({"places": "1"}, "places"),
    ({"late_until": "5"}, "late_until"),
    ({"half_byes": "6"}, "half_byes"),
    ({"check_in": "on"}, "starts_at"),
    ({"check_in": "on", "check_in_hours": "0", "starts_at": f"{NEXT}-01-01T12:00"}, "check_in_hours"),
    ({"starts_at": "2020-01-01T12:00"}, "starts_at"),
    ({"starts_at": "9999-12-31T23:59"}, "starts_at"),
    ({"closes_at": "9999-12-31T23:59"}, "closes_at"),
    ({"accelerated": "on", "points": "3"}, "accelerated"),
    ({"starts_at": "soon"}, "starts_at"),
    ({"closes_at": f"{NEXT}-01-02T12:00", "starts_at": f"{NEXT}-01-01T12:00"}, "closes_at"),
    ({"round_start": "date"}, "round_days"),
    ({"unfinished": "settle"}, "round_days"),
    ({"round_days": "0"}, "round_days"),
    ({"round_days": "7", "unfinished": "extend", "extension_days": "0"}, "extension_days"),
    ({"break_hours": "0"}, "break_hours"),
    ({"break_hours": "337"}, "break_hours"),
    ({"most_difference": "0"}, "most_difference"),
    ({"tie_break_order": "own", "tie_break_1": "BH", "tie_break_2": "BH"}, "tie_break_1"),
    ({"tie_break_order": "own", "tie_break_1": "KS"}, "tie_break_1"),
    ({"format": "round_robin", "tie_break_order": "own", "tie_break_1": "BH"}, "tie_break_1"),
    ({"tie_break_order": "own", "tie_break_1": "LUCK"}, "tie_break_1"),
    ({"pace": "own", "start_days": "0"}, "start_days"),
    ({"vacation": "", "at_zero": "leave"}, "at_zero"),
    ({"vacation_from": "own", "vacation_days": "0"}, "vacation_days"),
    ({"vacation_from": "own", "vacation_days": "3", "vacation_shortest": "4"}, "vacation_shortest"),
    ({"option_map": "moon"}, "option_map"),
)


def test_what_was_typed_stays_when_it_is_refused(desk: Client) -> None:
    typed = filled_in(desk, NEW, name="Autumn Cup") | {"rounds": "99", "description": "Bring tea."}
    page = desk.post(NEW, typed).content.decode()
    assert 'value="Autumn Cup"' in page
    assert "Bring tea." in page
    assert "Choose 1 to 20 rounds." in page


def test_an_expired_login_loses_nothing(organiser: User, log_in: LogIn) -> None:
    typed = filled_in(log_in(organiser), NEW, name="Autumn Cup") | {"rounds": "9"}
    del typed["rated"]
    visitor = Client()
    visitor.post("/accounts/logout/")
    answer = visitor.post(NEW, typed)
    assert answer.status_code == 302
    page = log_in(organiser).get(next_of(answer.headers["Location"]))
    form = page.context["form"]
    assert (form["name"].value(), form["rounds"].value(), form["rated"].value()) == ("Autumn Cup", "9", "")


def test_it_begins_like_another_event(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(
        rounds=9,
        description="Bring tea.",
        starts_at=clock.now() + timedelta(days=3),
        tie_breaks=["DE"],
        break_hours=48,
    )
    copy = desk.post(NEW, filled_in(desk, f"{NEW}?from={event.pk}"))
    assert copy.status_code == 303
    made = Event.objects.latest("pk")
    assert made.pk != event.pk
    assert (made.name, made.rounds, made.description, made.tie_breaks) == ("Spring Cup", 9, "Bring tea.", ["DE"])
    assert made.break_hours == 48
    assert (made.starts_at, made.stage) == (None, Event.Stage.DRAFT)


def test_an_event_that_one_may_not_see_cannot_be_copied(log_in: LogIn, event: Event, stranger: User) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.DRAFT, description="A secret.")
    assert "A secret." not in read(log_in(stranger), f"{NEW}?from={event.pk}")


def test_guests_are_told_to_choose_a_name_first(db: None, log_in: LogIn) -> None:
    answer = log_in(GuestFactory()).get(NEW)
    assert answer.status_code == 403
    assert "Choose a name for your account first" in words(answer.content.decode())


def test_nobody_makes_events_without_end(desk: Client, organiser: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MOST_UNDER_WAY", 1)
    event = made(desk)
    answer = desk.post(NEW, filled_in(desk, NEW, name="Another"))
    assert "You have 1 unfinished events" in words(answer.content.decode())
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED)
    assert desk.post(NEW, filled_in(desk, NEW, name="Another")).status_code == 303


def next_of(address: str) -> str:
    return parse_qs(urlsplit(address).query)["next"][0]


class TestACup:
    def test_what_decides_its_drawn_matches_is_kept(self, desk: Client) -> None:
        event = made(desk, format="cup", decides="fs", most_further="3", third_place="on")
        assert (event.format, event.decides, event.most_further, event.third_place) == ("cup", "fs", 3, True)
        assert (event.tie_breaks, event.withdraws_no_shows, event.late_until) == ([], False, 0)

    def test_it_has_usual_values(self, desk: Client) -> None:
        event = made(desk, format="cup")
        assert (event.decides, event.most_further, event.third_place) == ("pfs", 2, False)

    def test_what_cannot_be_is_said_beside_its_field(self, desk: Client) -> None:
        form = filled_in(desk, NEW, name="Autumn Cup", format="cup")
        for field, value in (("most_further", "0"), ("most_further", "9"), ("decides", "x"), ("places", "129")):
            assert list(refused(desk, form, {field: value})) == [field], value

    def test_of_other_formats_it_does_not_matter(self, desk: Client) -> None:
        assert made(desk, most_further="9").format == "swiss"


class TestWhoSeesIt:
    @pytest.fixture
    def club(self, organiser: User) -> Club:
        made: Club = ClubFactory()
        MembershipFactory(club=made, player=organiser, role=Membership.Role.ORGANISER)
        return made

    @pytest.mark.parametrize(
        ("seen_by", "columns"), [("everybody", (True, False)), ("site", (False, False)), ("club", (False, True))]
    )
    def test_is_chosen(self, desk: Client, club: Club, seen_by: str, columns: tuple[bool, bool]) -> None:
        event = made(desk, club=str(club.pk), seen_by=seen_by)
        assert (event.is_public, event.club_only, event.seen_by) == (*columns, seen_by)
        again = desk.get(f"/events/{event.pk}/manage/settings/")
        assert again.context["form"]["seen_by"].value() == seen_by

    def test_is_no_clubs_members_without_a_club(self, desk: Client, club: Club) -> None:
        form = filled_in(desk, NEW, name="Autumn Cup", seen_by="club")
        assert refused(desk, form, {"club": ""}).keys() == {"seen_by"}
        Membership.objects.filter(club=club).delete()
        assert "members of its club" not in desk.get(NEW).text

    def test_is_the_club_at_first_in_one_that_is_for_its_members(self, desk: Client, club: Club) -> None:
        for members_only, seen_by in ((False, "everybody"), (True, "club")):
            Club.objects.update(members_only=members_only)
            assert desk.get(f"{NEW}?club={club.pk}").context["form"]["seen_by"].value() == seen_by
