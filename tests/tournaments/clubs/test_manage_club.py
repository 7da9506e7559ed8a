"""The desks of a club's organisers."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.support.clubs import standing
from tests.support.factories import EventFactory, MembershipFactory
from tests.support.form_data import hidden
from tests.support.people import LogIn
from tests.support.press_button import after
from tests.support.rows import refresh
from tests.support.table_cells import text
from tournaments.clubs import links
from tournaments.models import Club, Event, Membership

pytestmark = [pytest.mark.django_db, pytest.mark.either]
Status = Membership.Status
DESK = "/clubs/hill/manage/"
LIST = "name,email,role\nAda,,organiser\nDora,dora@elsewhere.example,\nNobody Here,,\n"


@pytest.fixture
def desk(log_in: LogIn, owner: User) -> Client:
    return log_in(owner)


def applied(club: Club, player: User) -> Membership:
    made: Membership = MembershipFactory(club=club, player=player, status=Status.APPLIED, words="From the <Vale>.")
    return made


def test_a_new_club_leads_to_its_desk(player: User, log_in: LogIn) -> None:
    page = after(log_in(player), "/clubs/new/", {"name": "Hill", "about": "", "joining": "open"})
    assert "“Hill” created. Invite its members." in page
    assert standing(Club.objects.get(), player) == ("owner", "member")


def test_a_name_that_is_taken_is_said_beside_the_field_and_kept(club: Club, player: User, log_in: LogIn) -> None:
    answer = log_in(player).post("/clubs/new/", {"name": "HILL", "about": "We play.", "joining": "open"})
    assert answer.status_code == 409
    assert "Another club is already called “HILL”." in answer.text
    assert 'value="HILL"' in answer.text
    assert "We play." in answer.text
    alike = {"name": "НiII", "about": "", "joining": "open"}  # with a Cyrillic letter, and two that are an I
    answer = log_in(player).post("/clubs/new/", alike)
    assert "“НiII” looks too much like “Hill”, another club’s name." in answer.text
    assert "2 to 80 characters" in log_in(player).post("/clubs/new/", {**alike, "name": "\u2800\u2800"}).text


def test_who_asks_is_shown_with_their_words_and_let_in(club: Club, desk: Client, player: User) -> None:
    asked = applied(club, player)
    assert "Ada" in desk.get(DESK).text
    assert "<q>From the &lt;Vale&gt;.</q>" in desk.get(DESK).text
    page = after(desk, DESK, {"action": "accept", "membership": asked.pk})
    assert "Ada is now a member. We’ve emailed them." in page
    assert standing(club, player) == ("member", "member")


def test_or_turned_down_with_a_reason(club: Club, desk: Client, player: User) -> None:
    asked = applied(club, player)
    desk.post(DESK, {"action": "refuse", "membership": asked.pk, "reason": "We are full."})
    assert standing(club, player) == ("member", "refused")


def test_nobody_decides_about_another_clubs_requests(desk: Client, player: User) -> None:
    asked = applied(MembershipFactory().club, player)
    answer = desk.post(DESK, {"action": "accept", "membership": asked.pk})
    assert answer.status_code == 404
    assert refresh(asked).status == Status.APPLIED


def test_an_address_that_is_none_is_kept_and_said_to_be(desk: Client) -> None:
    answer = desk.post(DESK, {"action": "invite", "who": "not@one", "role": "member"})
    assert answer.status_code == 422
    assert 'value="not@one"' in answer.text
    assert "isn’t an email address" in answer.text


@pytest.mark.parametrize("who", ["mona@players.example", "dora@elsewhere.example"])
def test_of_an_address_nobody_learns_that_it_is_a_members(member: User, desk: Client, who: str) -> None:
    assert f"{who} is invited." in after(desk, DESK, {"action": "invite", "who": who, "role": "member"})
    assert "Mona is a member." in after(desk, DESK, {"action": "invite", "who": member.display_name, "role": "member"})


def test_who_is_invited_to_run_the_club_is_listed_so_and_told_so(desk: Client, player: User, log_in: LogIn) -> None:
    for who, role in (("Ada", "organiser"), ("dora@elsewhere.example", "member")):
        desk.post(DESK, {"action": "invite", "who": who, "role": role})
    listed = desk.get(DESK).text.partition('id="invited"')[2].partition("</section>")[0]
    assert listed.count('<span class="chip">organiser</span>') == listed.count('class="chip"') == 1
    made = Membership.objects.get(player=player)
    door = links.invitation_url(made).removeprefix(settings.SITE_URL)
    assert "Your role in it would be: organiser." in log_in(player).get(door).text


def test_an_organiser_is_not_asked_for_a_role(club_organiser: User, desk: Client, log_in: LogIn) -> None:
    assert 'name="role"' in desk.get(DESK).text
    assert 'name="role"' not in log_in(club_organiser).get(DESK).text


def test_the_link_is_shown_to_the_organisers(club: Club, desk: Client) -> None:
    assert f"/clubs/hill/join/{club.invitation_key}/" in desk.get(DESK).text


class TestAMember:
    @pytest.fixture
    def page(self, club: Club, member: User) -> str:
        return f"{DESK}members/{club.memberships.get(player=member).pk}/"

    def test_gets_a_role(self, club: Club, desk: Client, page: str, member: User) -> None:
        assert "Mona now has this role." in after(desk, page, {"action": "role", "role": "organiser"})
        assert standing(club, member) == ("organiser", "member")

    def test_gets_the_club(self, club: Club, desk: Client, page: str, member: User, owner: User) -> None:
        desk.post(page, {"action": "hand_over"})
        assert (standing(club, member)[0], standing(club, owner)[0]) == ("owner", "organiser")

    def test_goes_for_a_reason_alone(self, club: Club, desk: Client, page: str, member: User) -> None:
        answer = desk.post(page, {"action": "remove", "reason": ""})
        assert answer.status_code == 422
        assert "Give a reason: the member gets it" in answer.text
        desk.post(page, {"action": "remove", "reason": "Never came."})
        assert standing(club, member) == ("member", "refused")


class TestSettings:
    def test_they_are_changed(self, club: Club, desk: Client) -> None:
        fields = {"name": "Vale", "about": "We play.", "joining": "open"}
        assert "Changed: “Name”" in unescape(after(desk, f"{DESK}settings/", fields))
        club.refresh_from_db()
        assert (club.name, club.about, club.joining) == ("Vale", "We play.", "open")

    def test_its_pages_are_kept_for_members_and_the_log_says_so(self, club: Club, desk: Client) -> None:
        fields = {"name": "Hill", "about": club.about, "joining": club.joining}
        desk.post(f"{DESK}settings/", fields | {"members_only": "on"})
        assert refresh(club).members_only
        assert "Visible to: everyone → members" in text(desk.get("/clubs/hill/log/").text)
        desk.post(f"{DESK}settings/", fields)
        assert not refresh(club).members_only

    def test_what_is_wrong_is_kept_and_said(self, desk: Client) -> None:
        answer = desk.post(f"{DESK}settings/", {"name": "", "about": "We play.", "joining": "open"})
        assert answer.status_code == 422
        assert "Give the club a name." in answer.text
        assert "We play." in answer.text


def test_news_are_told_and_shown(club: Club, desk: Client) -> None:
    typed = {"subject": "The hall", "text": "At eight."}
    assert "The hall At eight. 1 member gets it by email. You can’t undo it." in text(
        desk.post(f"{DESK}news/", typed).text
    )
    assert "At eight.</textarea>" in desk.post(f"{DESK}news/", typed | {"change": "yes"}).text
    assert not club.news.exists()
    page = after(desk, f"{DESK}news/", typed | {"sure": "yes"})
    assert "emailed to 1 member" in page
    assert "The hall At eight." in text(Client().get("/clubs/hill/news/").text)


def test_an_event_of_the_club_is_offered_to_its_organisers_alone(
    club: Club, desk: Client, member: User, log_in: LogIn
) -> None:
    page = desk.get(f"/events/new/?club={club.pk}").text
    assert re.search(rf'<option value="{club.pk}" selected>\s*Hill', page)
    assert 'name="club"' not in log_in(member).get("/events/new/").text
    assert "open to the members of its club" not in log_in(member).get("/events/new/").text.lower()


def test_its_settings_keep_the_club(club: Club, owner: User, desk: Client) -> None:
    event: Event = EventFactory(club=club)
    page = desk.get(f"/events/{event.pk}/manage/settings/").text
    assert re.search(rf'<option value="{club.pk}" selected>\s*Hill', page)


class TestAList:
    def test_it_is_looked_at_first_and_then_imported(self, club: Club, desk: Client, player: User) -> None:
        file = SimpleUploadedFile("members.csv", LIST.encode())
        shown = desk.post(f"{DESK}import/", {"action": "look", "file": file}).text
        assert "2 to invite, 1 with errors." in shown
        assert "No player has this name. Add an email address." in shown
        assert club.memberships.count() == 1
        fields: dict[str, object] = {"action": "import"}
        fields |= {"text": hidden(shown, "text"), "seen": hidden(shown, "seen")}
        assert fields["text"] == LIST
        assert "2 players invited; they join by accepting." in after(desk, f"{DESK}import/", fields)
        assert standing(club, player) == ("organiser", "invited")

    def test_nothing_is_done_that_was_not_shown(self, club: Club, desk: Client, player: User) -> None:
        shown = desk.post(f"{DESK}import/", {"action": "look", "text": "Ada"}).text
        MembershipFactory(club=club, player=player)
        answer = desk.post(f"{DESK}import/", {"action": "import", "text": "Ada", "seen": hidden(shown, "seen")})
        assert answer.status_code == 409
        assert "Something has changed since you looked." in answer.text

    def test_what_is_no_list_is_kept_and_said_to_be_none(self, desk: Client) -> None:
        answer = desk.post(f"{DESK}import/", {"action": "look", "text": "name,role\n"})
        assert answer.status_code == 422
        assert "This list has headings but no players." in answer.text
        assert "name,role" in answer.text

    def test_a_line_that_fails_after_all_is_named(self, desk: Client) -> None:
        for _ in range(5):
            other = MembershipFactory(role="owner")
            desk_of_other = Client()
            desk_of_other.force_login(other.player)
            who = {"action": "invite", "who": "dora@elsewhere.example", "role": "member"}
            assert desk_of_other.post(f"/clubs/{other.club.slug}/manage/", who).status_code == 303
        listed = "dora@elsewhere.example"
        shown = desk.post(f"{DESK}import/", {"action": "look", "text": listed}).text
        answer = desk.post(f"{DESK}import/", {"action": "import", "text": listed, "seen": hidden(shown, "seen")})
        assert answer.status_code == 422
        assert "dora@elsewhere.example has had enough emails for today" in answer.text
        assert "line 1" in answer.text


def test_the_file_of_members_is_for_a_spreadsheet(club: Club, desk: Client, member: User) -> None:
    answer = desk.get(f"{DESK}members.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="hill-members.csv"' in answer.headers["Content-Disposition"]
    rows = answer.content.decode("utf-8-sig").splitlines()
    assert rows[0].startswith('"Name","Email address","Role","Status"')
    assert [row.split(",")[0] for row in rows[1:]] == ['"Mona"', '"Olga"']
    assert member.email not in answer.text


def test_a_guest_makes_no_club(log_in: LogIn) -> None:
    guest = User.objects.create_guest("dora@elsewhere.example", "Guest 12345")
    assert log_in(guest).get("/clubs/new/").status_code == 403
