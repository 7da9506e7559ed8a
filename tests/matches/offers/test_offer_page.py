from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.computers import computer_player
from accounts.models import User
from engine.fortify.game import Fortify
from engine.values import Option
from matches.clocks import pauses
from matches.models import Match, Offer, VacationPool
from matches.offers import answers, share_link, shown
from matches.time_control.time_control import TimeControl
from tests.support.factories import ChallengeFactory, GuestFactory
from tests.support.offers import opponent_of
from tests.support.pages import words
from tests.support.people import LogIn

FILLED_IN = {
    "game": "fortify",
    "to": "name",
    "name": "ben",
    "email": "",
    "option_map": "5x5",
    "option_format": "points-4",
    "option_special": "on",
    "first": "me",
    "pace": "5",
    "start_days": "",
    "start_hours": "",
    "increment_days": "",
    "increment_hours": "",
    "cap_days": "",
    "cap_hours": "",
    "vacation": "on",
    "at_zero": "lose",
    "passes": "2",
    "message": "a good match",
}
OWN = {"pace": "own", "start_days": "4", "increment_hours": "18", "cap_days": "6", "cap_hours": "12"}


class OnOneMap(Fortify):
    """Another game, with some of the options."""

    slug = "on-one-map"

    def options(self) -> tuple[Option, ...]:
        return super().options()[2:]


TICKED = {"option_special", "vacation"}
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def ada(log_in: LogIn, player: User) -> Client:
    return log_in(player)


class TestMakingOne:
    def test_a_player_is_challenged_by_name(self, ada: Client, player: User, opponent: User) -> None:
        response = ada.post("/challenges/new/", FILLED_IN)
        challenge = Offer.objects.get()
        assert response.status_code == 303
        assert response.headers["Location"] == f"/challenges/{challenge.pk}/"
        assert (challenge.host, opponent_of(challenge)) == (player, opponent)
        assert challenge.options["map"] == "5x5"
        assert challenge.options["special"] == "on"
        assert challenge.first == "me"
        assert challenge.control == TimeControl.fixed(5)
        assert challenge.vacation_pool == pauses.friendly_pool()
        assert challenge.message == "a good match"

    def test_the_options_are_those_of_the_game(self, ada: Client) -> None:
        form = ada.get("/challenges/new/").context["form"]
        assert [field.name for field in form.option_fields] == [
            "option_map",
            "option_own_map",
            "option_format",
            "option_special",
        ]
        assert form["first"].label == "Who is Red?"

    def test_anyone_may_take_an_open_one(self, ada: Client) -> None:
        ada.post("/challenges/new/", {**FILLED_IN, "to": "open", "name": "left from before"})
        assert Offer.objects.get().free

    @pytest.mark.usefixtures("opponent")
    @pytest.mark.parametrize(
        ("fields", "control"),
        [
            (OWN, TimeControl(4 * DAY, 18 * HOUR, 6 * DAY + 12 * HOUR)),
            ({"pace": "own", "start_days": "20"}, TimeControl(20 * DAY, 0 * DAY, 20 * DAY)),
            ({**OWN, "pace": "10+1", "start_days": "a few", "passes": "99"}, TimeControl(10 * DAY, DAY, 10 * DAY)),
        ],
        ids=["all filled in", "nothing added, and as much held as at the beginning", "a preset, which counts alone"],
    )
    def test_the_times_may_be_ones_own(self, ada: Client, fields: dict[str, str], control: TimeControl) -> None:
        ada.post("/challenges/new/", {**FILLED_IN, **fields})
        assert Offer.objects.get().control == control

    @pytest.mark.usefixtures("opponent")
    def test_pauses_and_what_happens_at_zero_are_chosen(self, ada: Client) -> None:
        chosen = {"weekends": "on", "nights": "on", "at_zero": "pass", "passes": "3"}
        ada.post("/challenges/new/", {**FILLED_IN, **chosen, "vacation": ""})
        challenge = Offer.objects.get()
        assert challenge.control == TimeControl(5 * DAY, 5 * DAY, 5 * DAY, True, True, "pass", 3)
        assert challenge.vacation_pool is None

    def test_the_form_says_how_much_vacation_there_is_and_looking_at_it_makes_no_pool(
        self, ada: Client, settings: Settings
    ) -> None:
        settings.VACATION_DAYS = 21
        page = ada.get("/challenges/new/").content.decode()
        assert "Each player has 21 days of vacation per calendar year." in page
        assert not VacationPool.objects.exists()
        pauses.friendly_pool()
        VacationPool.objects.update(days=12)
        assert "Each player has 12 days of vacation per calendar year." in ada.get("/challenges/new/").content.decode()

    @pytest.mark.usefixtures("opponent")
    @pytest.mark.parametrize(
        ("fields", "field", "said"),
        [
            ({"name": "Nobody"}, "name", "No player here is called “Nobody”."),
            ({"name": ""}, "name", "Enter the player’s name"),
            ({"name": "Ada"}, "name", "You can’t challenge yourself."),
            ({"to": "email", "email": ""}, "email", "Enter the email address"),
            ({"to": "email", "email": "not an address"}, "email", ""),
            ({"to": "email", "email": "ada@players.example"}, "email", "You can’t challenge yourself."),
            ({"pace": "8"}, "pace", "Choose a time control."),
            ({"pace": "own"}, "start_days", "A clock can start with 1 hour to 60"),
            ({**OWN, "start_days": "1.5"}, "start_days", "Enter a whole number of days, from 0 to 999."),
            ({**OWN, "cap_hours": "-1"}, "cap_hours", "Enter a whole number of hours, from 0 to 999."),
            ({**OWN, "start_days": "9999999999"}, "start_days", "Enter a whole number"),
            ({**OWN, "start_days": "60", "start_hours": "1"}, "start_days", "A clock can start with 1 hour to 60"),
            ({**OWN, "start_days": "7"}, "cap_days", "A clock must be able to hold its starting time."),
            ({**OWN, "cap_days": "91"}, "cap_days", "A clock can hold at most 90 days."),
            ({**OWN, "increment_days": "9"}, "increment_days", "A turn can’t add more than a clock can hold."),
            ({"pace": "own", "start_hours": "23"}, "start_days", "Time for the whole match must be at least 1 day."),
            ({"at_zero": "leave", "vacation": ""}, "at_zero", "only if vacation pauses the clock"),
            ({"at_zero": "pass", "passes": "6"}, "passes", "Choose how many automatic passes."),
            ({"at_zero": "pass", "pace": "30"}, "at_zero", "adds at least 1 hour per turn"),
            ({"at_zero": ""}, "at_zero", "Choose what happens when time runs out."),
            ({"option_map": "own", "option_own_map": "XYZ"}, "option_own_map", ""),
            ({"option_map": "9x9"}, "option_map", ""),
            ({"message": "x" * 501}, "message", "501 characters"),
            ({"to": "nobody"}, "to", ""),
        ],
    )
    def test_an_error_stands_beside_its_field_and_nothing_typed_is_lost(
        self, fields: dict[str, str], field: str, said: str, ada: Client
    ) -> None:
        response = ada.post("/challenges/new/", {**FILLED_IN, "message": "keep me", **fields})
        assert response.status_code == 422
        form = response.context["form"]
        assert list(form.errors) == [field]
        assert said in form.errors[field][0]
        for name, value in {**FILLED_IN, "message": "keep me", **fields}.items():
            if name != "game":
                assert form[name].value() == (value == "on" if name in TICKED else value)
        assert not Offer.objects.exists()

    def test_one_sent_after_the_login_has_ended_is_there_again_after_the_next(
        self, client: Client, player: User
    ) -> None:
        typed = {**FILLED_IN, **OWN, "message": "keep me", "weekends": "on", "at_zero": "pass", "passes": "4"}
        del typed["vacation"]  # as a browser does with a box that is not ticked
        away = client.post("/challenges/new/", typed).headers["Location"]
        client.force_login(player)
        form = client.get(parse_qs(urlsplit(away).query)["next"][0]).context["form"]
        for name, value in typed.items():
            if name != "game":
                assert str(form[name].value()) == value
        assert not form["vacation"].value()
        assert not Offer.objects.exists()

    def test_a_player_page_fills_in_the_name_and_a_game_that_is_not_there_is_not_found(self, ada: Client) -> None:
        assert 'value="Ben"' in ada.get("/challenges/new/?to=name&name=Ben").content.decode()
        assert ada.get("/challenges/new/?game=chess").status_code == 404

    def test_the_board_follows_the_options(self, ada: Client) -> None:
        small = ada.get("/challenges/new/board/?game=fortify&option_map=4x5").context["view"]
        large = ada.get("/challenges/new/board/?game=fortify&option_map=5x5").context["view"]
        assert (len(small["columns"]), len(large["columns"])) == (4, 5)
        assert ada.get("/challenges/new/board/?option_map=own&option_own_map=bad").status_code == 200


class TestMoreOptions:
    """What few people change is folded away, and opens where it is not as usual."""

    @pytest.mark.parametrize(
        ("address", "is_open"),
        [
            ("", False),
            ("?to=email&email=zed@elsewhere.example&pace=7", False),
            ("?pace=10%2B1", True),
            ("?option_map=5x5", True),
            ("?weekends=on", True),
            ("?vacation=", True),
            ("?message=Hello", True),
            ("?start_days=4", False),
            ("?pace=8", False),
        ],
    )
    def test_they_are_open_where_something_is_not_as_usual(self, address: str, is_open: bool, ada: Client) -> None:
        assert ada.get(f"/challenges/new/{address}").context["form"].has_more is is_open

    @pytest.mark.usefixtures("opponent")
    @pytest.mark.parametrize(
        ("fields", "is_open"),
        [({"name": "Nobody"}, False), ({"message": "x" * 501}, True), ({"pace": "own"}, True), ({"first": ""}, True)],
    )
    def test_they_are_open_where_something_in_them_is_wrong(
        self, fields: dict[str, str], is_open: bool, ada: Client
    ) -> None:
        usual = {**FILLED_IN, "option_map": "4x5", "option_format": "points-2", "option_special": "", "message": ""}
        usual |= {"first": "lot", "pace": "3", "name": "Ben"}
        page = ada.post("/challenges/new/", {**usual, **fields})
        assert page.status_code == 422
        assert page.context["form"].has_more is is_open

    def test_the_choices_of_the_last_challenge_are_offered_again(self, ada: Client, player: User) -> None:
        control = TimeControl(4 * DAY, 18 * HOUR, 6 * DAY, weekends=True, at_zero="pass", passes=3)
        ChallengeFactory(challenger=player, options={"map": "5x5", "special": "on"}, control=control, message="Hello")
        page = ada.get("/challenges/new/")
        again = {"option_map": "5x5", "option_special": "on", "first": "lot", "weekends": True, "vacation": False}
        again |= {"pace": "own", "start_days": 4, "increment_days": 0, "increment_hours": 18, "cap_days": 6}
        again |= {"at_zero": "pass", "passes": 3}
        form = page.context["form"]
        assert {name: form[name].value() for name in again} == again
        assert (form["name"].value(), form["message"].value()) == (None, None)
        assert form.has_more
        assert page.context["is_again"]
        usual = ada.get("/challenges/new/?usual=1")
        assert (usual.context["is_again"], usual.context["form"].has_more) == (False, False)
        assert ada.get("/challenges/new/?pace=7").context["form"]["pace"].value() == "7"

    def test_the_choices_of_a_match_against_a_computer_are_not(self, ada: Client, player: User, opponent: User) -> None:
        ChallengeFactory(challenger=player, opponent=computer_player("easy"), options={"map": "5x5", "special": "on"})
        page = ada.get("/challenges/new/")
        assert (page.context["is_again"], page.context["form"].has_more) == (False, False)
        ChallengeFactory(challenger=player, opponent=opponent, options={"map": "4x5", "special": "on"})
        ChallengeFactory(challenger=player, opponent=computer_player("hard"), options={"map": "5x5", "special": ""})
        form = ada.get("/challenges/new/").context["form"]
        assert (form["option_map"].value(), form["option_special"].value()) == ("4x5", "on")

    def test_another_game_is_chosen_and_nothing_typed_is_lost(
        self, ada: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for where in ("engine.games.games", "matches.offers.new_offer.games"):
            monkeypatch.setattr(where, lambda: (Fortify(), OnOneMap()))
        typed = {**FILLED_IN, **OWN, "weekends": "on"}
        page = ada.post("/challenges/new/", {**typed, "switch": "on-one-map"})
        assert (page.status_code, page.context["game"].slug) == (200, "on-one-map")
        form = page.context["form"]
        for name in ("to", "name", "message", "first", "pace", "start_days", "increment_hours", "at_zero", "passes"):
            assert form[name].value() == typed[name]
        assert form["weekends"].value()
        kept = page.context["carried"]
        assert kept == {"option_map": "5x5"}
        assert (form["option_format"].value(), form["option_special"].value()) == ("points-4", "on")
        back = ada.post("/challenges/new/", {**typed, **kept, "game": "on-one-map", "switch": "fortify"}).context[
            "form"
        ]
        assert {name: back[name].value() for name in kept} == kept
        assert not Offer.objects.exists()


class TestALink:
    @pytest.fixture
    def challenge(self, ada: Client) -> Offer:
        ada.post("/challenges/new/", {**FILLED_IN, "to": "link", "name": "left from before"})
        return Offer.objects.get()

    def test_its_challenger_is_given_it_to_send(self, ada: Client, challenge: Offer) -> None:
        assert (challenge.by_link, challenge.free) == (True, 1)
        assert share_link.share_url(challenge) in ada.get(f"/challenges/{challenge.pk}/").content.decode()

    def test_it_is_listed_nowhere_and_found_by_no_number(self, challenge: Offer, log_in: LogIn, stranger: User) -> None:
        cleo = log_in(stranger)
        assert list(shown.open_challenges(stranger)) == []
        assert cleo.get(f"/challenges/{challenge.pk}/").status_code == 404
        assert cleo.post(f"/challenges/{challenge.pk}/", {"action": "accept"}).status_code == 404

    def test_whoever_opens_it_reads_the_terms_and_logs_in_to_accept(
        self, challenge: Offer, client: Client, stranger: User
    ) -> None:
        path = urlsplit(share_link.share_url(challenge)).path
        page = client.get(path)
        assert page.status_code == 200
        assert f"next={path}" in page.content.decode()
        assert client.post(path, {"action": "accept"}).status_code == 302
        client.force_login(stranger)
        begun = client.post(path, {"action": "accept"})
        assert begun.headers["Location"] == Match.objects.get().get_absolute_url()
        assert Match.objects.get().seats.filter(player=stranger).exists()

    def test_the_second_to_come_is_told_that_it_is_taken(
        self, challenge: Offer, log_in: LogIn, opponent: User, stranger: User
    ) -> None:
        path = urlsplit(share_link.share_url(challenge)).path
        log_in(opponent).post(path, {"action": "accept"})
        for late in (log_in(stranger), Client()):
            assert late.get(path).headers["Location"] == "/lobby/"
            assert late.post(path, {"action": "accept"}).headers["Location"] == "/lobby/"
        assert Match.objects.count() == 1

    def test_its_challenger_who_follows_it_comes_to_the_challenge(self, ada: Client, challenge: Offer) -> None:
        path = urlsplit(share_link.share_url(challenge)).path
        assert ada.get(path).headers["Location"] == f"/challenges/{challenge.pk}/"

    def test_what_was_not_signed_is_not_found(self, challenge: Offer, client: Client) -> None:
        assert client.get(f"/challenges/link/{challenge.pk}.forged/").status_code == 404
        assert client.get("/challenges/link/x/").status_code == 404

    @pytest.mark.usefixtures("challenge")
    def test_one_may_be_made_for_each_of_several_friends(self, ada: Client) -> None:
        assert ada.post("/challenges/new/", {**FILLED_IN, "to": "link"}).status_code == 303


class TestAnAddress:
    @time_machine.travel(timezone.now(), tick=False)
    @pytest.mark.usefixtures("opponent")
    def test_it_looks_the_same_whether_somebody_has_it_or_not(self, ada: Client) -> None:
        pages = []
        for address in ("ben@players.example", "new@elsewhere.example"):
            ada.post("/challenges/new/", {**FILLED_IN, "to": "email", "email": address})
            challenge = Offer.objects.latest("pk")
            page = ada.get(f"/challenges/{challenge.pk}/")
            html = page.content.decode()
            assert opponent_of(challenge).display_name not in html
            body = html[html.index("<main") : html.index("</main>")]
            pages.append(body.replace(address, "THE ADDRESS").replace(f"/{challenge.pk}/", "/PK/"))
        assert pages[0].split("csrfmiddlewaretoken")[0] == pages[1].split("csrfmiddlewaretoken")[0]

    def test_a_decline_does_not_tell_either(self, ada: Client, log_in: LogIn, opponent: User) -> None:
        ada.post("/challenges/new/", {**FILLED_IN, "to": "email", "email": "ben@players.example"})
        challenge = Offer.objects.get()
        log_in(opponent).post(f"/challenges/{challenge.pk}/", {"action": "decline"})
        for page in (f"/challenges/{challenge.pk}/", "/challenges/", "/"):
            assert "Ben" not in ada.get(page).content.decode()

    def test_an_invited_guest_has_no_page_and_no_name_to_be_challenged_by(self, ada: Client) -> None:
        guest = GuestFactory()
        assert ada.get(f"/players/{guest.pk}/").status_code == 404
        assert ada.post("/challenges/new/", {**FILLED_IN, "name": guest.display_name}).status_code == 422


class TestAnsweringOne:
    def test_accepting_begins_the_match(self, ada: Client, player: User) -> None:
        challenge = ChallengeFactory(opponent=player)
        response = ada.post(f"/challenges/{challenge.pk}/", {"action": "accept"})
        match = Match.objects.get()
        assert response.status_code == 303
        assert response.headers["Location"] == f"/matches/{match.pk}/"

    def test_the_page_says_the_terms_of_time_in_full(self, ada: Client, player: User) -> None:
        control = TimeControl(10 * DAY, DAY, 12 * DAY, weekends=True, at_zero="leave")
        challenge = ChallengeFactory(opponent=player, control=control, vacation=True)
        page = ada.get(f"/challenges/{challenge.pk}/").content.decode()
        assert "10 days + 1 day a turn, at most 12 days: a clock starts with 10 days" in page
        assert "Clocks are paused at weekends and on vacation." in page
        assert "vacation days are used first, one at a time; then they lose." in page
        assert "Each player has 30 days of vacation per calendar year." in page
        assert f"Red {challenge.host.display_name} Time control" in words(page)
        assert "10 days + 1 day a turn, at most 12 days" in ada.get("/challenges/").content.decode()

    def test_an_open_one_is_taken(self, ada: Client, player: User) -> None:
        challenge = ChallengeFactory()
        assert "Accept challenge" in ada.get(f"/challenges/{challenge.pk}/").content.decode()
        ada.post(f"/challenges/{challenge.pk}/", {"action": "accept"})
        assert Match.objects.get().seats.filter(player=player).exists()

    @pytest.mark.parametrize("method", ["get", "post"])
    def test_who_comes_too_late_for_an_open_one_is_told_so(
        self, method: str, ada: Client, log_in: LogIn, stranger: User
    ) -> None:
        challenge = ChallengeFactory()
        ada.post(f"/challenges/{challenge.pk}/", {"action": "accept"})
        late = getattr(log_in(stranger), method)(f"/challenges/{challenge.pk}/", {"action": "accept"})
        assert late.headers["Location"] == "/lobby/"
        assert "is no longer open" in late.client.get("/lobby/").content.decode()
        assert Match.objects.count() == 1

    def test_an_open_one_withdrawn_meanwhile_is_explained(self, ada: Client) -> None:
        challenge = ChallengeFactory()
        answers.withdraw_offer(challenge, challenge.host)
        assert ada.post(f"/challenges/{challenge.pk}/", {"action": "accept"}).status_code == 303
        assert "it was withdrawn" in ada.get("/lobby/").content.decode()

    def test_declining_and_withdrawing_say_so(self, ada: Client, player: User) -> None:
        received, made = ChallengeFactory(opponent=player), ChallengeFactory(challenger=player)
        ada.post(f"/challenges/{received.pk}/", {"action": "decline"})
        ada.post(f"/challenges/{made.pk}/", {"action": "withdraw"})
        assert "You declined this challenge" in ada.get(f"/challenges/{received.pk}/").content.decode()
        assert "You withdrew this challenge" in ada.get(f"/challenges/{made.pk}/").content.decode()

    @pytest.mark.parametrize(("action", "status"), [("withdraw", 403), ("dance", 422), ("", 422)])
    def test_what_is_not_ones_to_do_is_refused(self, action: str, status: int, ada: Client, player: User) -> None:
        challenge = ChallengeFactory(opponent=player)
        response = ada.post(f"/challenges/{challenge.pk}/", {"action": action})
        assert response.status_code == status
        assert response.context["refusal"]

    def test_one_that_waited_too_long_can_only_be_read(self, ada: Client, player: User) -> None:
        challenge = ChallengeFactory(opponent=player)
        with time_machine.travel(timezone.now() + timedelta(days=15)):
            ada.force_login(player)
            html = ada.get(f"/challenges/{challenge.pk}/").content.decode()
            assert "expired without an answer" in html
            assert 'value="accept"' not in html
            assert ada.post(f"/challenges/{challenge.pk}/", {"action": "accept"}).status_code == 409


class TestTheList:
    def test_it_sorts_them_by_whose_they_are(self, ada: Client, player: User, opponent: User) -> None:
        received = ChallengeFactory(challenger=opponent, opponent=player)
        made = ChallengeFactory(challenger=player, opponent=opponent)
        own_open = ChallengeFactory(challenger=player)
        takeable = ChallengeFactory(challenger=opponent)
        declined = ChallengeFactory(challenger=player, opponent=opponent, days=9)
        answers.decline(declined, opponent)
        context = ada.get("/challenges/").context
        assert [place.offer for place in context["received"]] == [received]
        assert [place.offer for place in context["made"]] == [own_open, made]
        assert context["open_count"] == 1
        assert list(ada.get("/lobby/").context["open"]) == [(takeable, True)]
        assert [place.offer for place in context["unsuccessful"]] == [declined]

    def test_empty_it_says_what_to_do(self, ada: Client) -> None:
        assert "Challenge someone you know, or post an open challenge." in ada.get("/challenges/").content.decode()
