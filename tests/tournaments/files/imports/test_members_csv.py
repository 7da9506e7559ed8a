"""Reading a list of members, and what it would do."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.clubs import club_of, member_of, owner_of, player_of, standing
from tests.support.factories import MembershipFactory, UserFactory
from tournaments.clubs import join, manage_members
from tournaments.clubs.members_sheet import members_sheet
from tournaments.files.imports.import_members import Deed, carry_out, members_digest, plan_members
from tournaments.files.imports.members_csv import MemberRow, read_members, role_meant, told_headings
from tournaments.models import Club, Membership
from tournaments.sheets.csv_file import to_csv

pytestmark = pytest.mark.either
Role, Status = Membership.Role, Membership.Status


class TestReading:
    def test_columns_are_known_by_their_headings_in_any_order(self) -> None:
        listed = read_members("Role;E-mail;Town;Name\norganiser;ada@players.example;Hill;\n;;Vale;Ben\n")
        assert listed.rows == (MemberRow(2, "", "ada@players.example", "organiser"), MemberRow(3, "Ben", "", ""))
        assert listed.ignored == ("Town",)

    def test_without_headings_an_address_and_a_role_are_known(self) -> None:
        listed = read_members("Ada,owner\nben@players.example,Ben\nMember\n")
        assert listed.rows == (
            MemberRow(1, "Ada", "", "owner"),
            MemberRow(2, "Ben", "ben@players.example", ""),
            MemberRow(3, "Member", "", ""),
        )

    def test_an_address_brings_the_name_before_it(self) -> None:
        assert read_members("Ada <ada@players.example>,owner\n").rows == (
            MemberRow(1, "Ada", "ada@players.example", "owner"),
        )

    @pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
    def test_what_people_are_told_of_is_understood_whoever_reads_it(self, language: str) -> None:
        with translation.override(language):
            text = f"{told_headings()}\nAda,ada@players.example,{Role.ORGANISER.label}"
        listed = read_members(text)
        assert [(row.name, row.address, role_meant(row.role)) for row in listed.rows] == [
            ("Ada", "ada@players.example", "organiser")
        ]

    def test_no_role_is_a_members_and_an_unknown_one_nobodys(self) -> None:
        assert (role_meant(""), role_meant("OWNER"), role_meant("king")) == ("member", "owner", None)


@pytest.mark.django_db
class TestPlans:
    def planned(self, club: Club, text: str, by: User | None = None) -> list[tuple[int, str, str]]:
        rows = read_members(f"name,email,role\n{text}").rows
        return [(each.row.line, each.deed, each.words) for each in plan_members(club, rows, by=by or owner_of(club))]

    @pytest.mark.usefixtures("player")
    def test_each_line_says_what_would_be_done_or_why_not(self) -> None:
        club = club_of()
        member_of(club, display_name="Mona")
        member_of(club, display_name="Nils")
        MembershipFactory(club=club, player=UserFactory(display_name="Ines"), status=Status.INVITED)
        join.ask_to_join(club, UserFactory(display_name="Alf"))
        text = (
            "ada,,\n,dora@elsewhere.example,\nMona,,organiser\nNils,,\nInes,,\nAlf,,\nNobody Here,,\n,not@one,\n"
            "Ada,,\nMona,,king\n"
        )
        assert self.planned(club, text) == [
            (2, Deed.INVITE, "is invited"),
            (3, Deed.INVITE, "gets an invitation by email unless already in"),
            (4, Deed.RAISE, "already a member; gets this role"),
            (5, Deed.NOTHING, "already in"),
            (6, Deed.NOTHING, "already invited"),
            (7, Deed.ACCEPT, "has asked to join and is accepted"),
            (8, Deed.FAULT, "No player has this name. Add an email address."),
            (9, Deed.FAULT, "“not@one” isn’t an email address."),
            (10, Deed.FAULT, "the same player is in line 2 already"),
            (11, Deed.FAULT, "“king” isn’t a role in a club."),
        ]

    @pytest.mark.usefixtures("player")
    def test_only_an_owner_gives_roles(self) -> None:
        club = club_of()
        organiser = player_of(member_of(club, Role.ORGANISER))
        (found,) = self.planned(club, "Ada,,organiser", organiser)
        assert found == (2, Deed.FAULT, "Only the club’s owners can give roles.")

    def test_it_is_carried_out_line_by_line(self, player: User) -> None:
        club = club_of()
        raised = member_of(club, display_name="Mona")
        rows = read_members(
            "name,email,role\nAda,,organiser\nDora,dora@elsewhere.example,\nMona,,organiser\nNobody,,\n"
        ).rows
        found = plan_members(club, rows, by=owner_of(club))
        for _ in range(2):
            assert carry_out(club, found, by=owner_of(club)) == []
        assert standing(club, player) == ("organiser", "invited")
        assert standing(club, player_of(raised)) == ("organiser", "member")
        by_address = club.memberships.get(address="dora@elsewhere.example")
        assert (by_address.name_for_organisers, by_address.status) == ("Dora", "invited")
        assert club.memberships.count() == 4

    def test_who_is_invited_already_is_so_with_the_role_that_is_said_now(self, player: User) -> None:
        club = club_of()
        by = owner_of(club)
        for who in ("Ada", "dora@elsewhere.example"):
            manage_members.invite(club, who, by=by)
        text = "name,email,role\nAda,,organiser\n,dora@elsewhere.example,owner\n"
        found = plan_members(club, read_members(text).rows, by=by)
        assert [(each.deed, each.words) for each in found] == [(Deed.RAISE, "already invited; gets this role")] * 2
        for _ in range(2):
            assert carry_out(club, found, by=by) == []
        assert standing(club, player) == ("organiser", "invited")
        by_address = club.memberships.get(address="dora@elsewhere.example")
        assert (by_address.role, by_address.status) == ("owner", "invited")
        assert {each.deed for each in plan_members(club, read_members(text).rows, by=by)} == {Deed.NOTHING}
        assert {
            each.deed for each in plan_members(club, read_members("Ada\ndora@elsewhere.example\n").rows, by=by)
        } == {Deed.NOTHING}
        organiser = player_of(member_of(club, Role.ORGANISER))
        (refused,) = plan_members(club, read_members("name,role\nAda,member\n").rows, by=organiser)
        assert refused.words == "Only the club’s owners can give roles."

    def test_what_would_be_done_otherwise_has_another_digest(self, player: User) -> None:
        club = club_of()
        rows = read_members("name\nAda\n").rows
        before = members_digest(plan_members(club, rows, by=owner_of(club)))
        assert members_digest(plan_members(club, rows, by=owner_of(club))) == before
        MembershipFactory(club=club, player=player)
        assert members_digest(plan_members(club, rows, by=owner_of(club))) != before

    def test_it_takes_few_queries_however_long_the_list(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        club = club_of()
        by = owner_of(club)
        for number in range(30):
            UserFactory(display_name=f"Somebody {number}")
        rows = read_members("\n".join(f"Somebody {number}" for number in range(30))).rows
        by.has_perm("tournaments.change_club")
        with django_assert_num_queries(3):
            plan_members(club, rows, by=by)

    def test_an_organiser_takes_no_role_away(self) -> None:
        club = club_of(UserFactory(display_name="Olga"))
        by = player_of(member_of(club, Role.ORGANISER, display_name="Otto"))
        assert self.planned(club, "Olga,,member\n", by) == [(2, "fault", "Only the club’s owners can give roles.")]


@pytest.mark.django_db
class TestTheFile:
    def test_it_has_members_first_and_no_address_that_was_not_typed(self, player: User) -> None:
        club = club_of(UserFactory(display_name="Olga", email="olga@players.example"))
        MembershipFactory(club=club, player=player)
        MembershipFactory(club=club, player=UserFactory(display_name="Gone"), status=Status.LEFT)
        MembershipFactory(
            club=club, player=UserFactory(), status=Status.INVITED, name="Dora", address="dora@elsewhere.example"
        )
        rows = [row[:4] for row in members_sheet(club).rows]
        assert rows == [
            ("Ada", None, "member", "member"),
            ("Olga", None, "owner", "member"),
            ("Dora", "dora@elsewhere.example", "member", "invited"),
        ]

    def test_a_name_is_no_formula_in_it_and_is_found_again(self) -> None:
        club = club_of(UserFactory(display_name="Olga"))
        member_of(club, display_name="=1+1")
        text = to_csv(members_sheet(club)).decode()
        assert '"\'=1+1"' in text
        found = plan_members(club, read_members(text).rows, by=owner_of(club))
        assert [(each.who, each.deed) for each in found] == [("=1+1", Deed.NOTHING), ("Olga", Deed.NOTHING)]

    def test_an_organisers_own_list_has_nothing_to_do_and_no_fault(self) -> None:
        club = club_of(UserFactory(display_name="Olga"))
        by = player_of(member_of(club, Role.ORGANISER, display_name="Otto"))
        member_of(club, display_name="Ada")
        rows = read_members(to_csv(members_sheet(club)).decode()).rows
        assert {each.deed for each in plan_members(club, rows, by=by)} == {Deed.NOTHING}
        assert len(rows) == 3
