"""A visitor plays by the link of a challenge or a table, with a name and an email address."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.core import mail as sent_mail
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from matches.mails import tokens
from matches.models import Match, Offer
from matches.offers import answers, begin, share_link
from tests.support.composed_mails import deliver_all, latest, message_of, read_mail
from tests.support.factories import ChallengeFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.mail_players import write
from tests.support.pages import main_of
from tests.support.people import LogIn
from tests.support.tables import table_of

TYPED = {"action": "send_link", "display_name": "Zed", "email": "zed@elsewhere.example"}
ACCEPT = {"action": "accept", "display_name": "Zed", "time_zone": "Europe/Berlin"}
SURE = {**ACCEPT, "sure": "yes"}
GERMAN = {"accept-language": "de"}


@pytest.fixture
def visitor() -> Client:
    return Client()


@pytest.fixture
def offer(player: User) -> Offer:
    made: Offer = ChallengeFactory(challenger=player, by_link=True)
    return made


@pytest.fixture
def table(player: User) -> Offer:
    return table_of(player, seats=3, by_link=True, game="fortress")


@pytest.fixture
def at(offer: Offer) -> str:
    return share_link.share_path(offer)


def at_table(table: Offer) -> str:
    return share_link.share_path(table)


def link_to(address: str) -> str:
    """The link in the last email that was sent there, once the workers have sent what waits."""
    deliver_all()
    text = next(str(each.body) for each in reversed(sent_mail.outbox) if each.to == [address])
    (path,) = re.findall(r"^https?://[^/\s]+(/l/\w+/)$", text, re.MULTILINE)
    return str(path)


def test_a_visitor_takes_a_challenge_up_by_an_email(visitor: Client, at: str, offer: Offer, player: User) -> None:
    visitor.cookies["time_zone"] = "Europe/Berlin"
    page = visitor.get(at, headers=GERMAN).text
    assert 'name="display_name"' in page
    assert f"/accounts/login/?next={at}" in page
    sent = visitor.post(at, TYPED, headers=GERMAN)
    assert sent.status_code == 200
    assert "<b>zed@elsewhere.example</b>" in sent.text
    assert not Match.objects.exists()
    link = link_to("zed@elsewhere.example")
    reader = Client()
    opened = reader.get(link, headers=GERMAN)
    assert (opened.context["form"]["display_name"].value(), opened.context["form"]["time_zone"].value()) == (
        "Zed",
        "Europe/Berlin",
    )
    assert 'value="decline"' not in opened.text
    asked = reader.post(link, ACCEPT, headers=GERMAN)
    assert asked.context["question"]
    assert not Match.objects.exists()
    assert reader.post(link, SURE, headers=GERMAN).status_code == 200
    guest = Match.objects.get().seats.exclude(player=player).get().player
    assert guest is not None
    assert (guest.display_name, guest.is_guest, guest.language) == ("Zed", True, "de")
    deliver_all()
    assert any("Zed" in str(each.body) for each in sent_mail.outbox if each.to == [player.email])
    assert reader.post(link, SURE).status_code == 200
    assert Match.objects.count() == 1


def test_a_visitor_takes_a_seat_by_an_email(visitor: Client, table: Offer, player: User, opponent: User) -> None:
    at = at_table(table)
    assert visitor.post(at, TYPED).status_code == 200
    link = link_to("zed@elsewhere.example")
    answers.accept_place(table, opponent, has_link=True)
    assert "Seats: 2 of 3 taken" in visitor.get(link).text
    assert visitor.post(link, ACCEPT).context["question"] == "Take a seat at Ada’s table?"
    assert visitor.post(link, SURE).status_code == 200
    players = {seat.player.display_name for seat in Match.objects.get().seats.all() if seat.player}
    assert players == {"Ada", "Ben", "Zed"}


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"display_name": ""}, "display_name", "Enter the name other players will see."),
        ({"display_name": "Guest 12"}, "display_name", "the site uses itself"),
        ({"display_name": "x" * 41}, "display_name", "40"),
        ({"email": ""}, "email", "Enter your email address."),
        ({"email": "zed"}, "email", "“zed” isn’t an email address."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_typed_is_lost(
    typed: dict[str, str], field: str, said: str, visitor: Client, at: str, table: Offer
) -> None:
    for address in (at, at_table(table)):
        page = visitor.post(address, TYPED | typed)
        assert page.status_code == 422
        form = page.context["visitor_form"]
        assert list(form.errors) == [field]
        assert said in form.errors[field][0]
        for name, value in (TYPED | typed).items():
            assert name == "action" or form[name].value() == value
    assert not OutboxMail.objects.filter(kind="challenge_link").exists()


def test_nothing_tells_a_visitor_whether_an_address_is_known_nor_whose_name_goes_with_it(
    visitor: Client, at: str, opponent: User
) -> None:
    pages = []
    for address in (opponent.email, "nob@players.example"):
        page = visitor.post(at, TYPED | {"display_name": "Ben", "email": address})
        assert page.status_code == 200
        pages.append(main_of(page.text).replace(address, "?"))
    assert pages[0] == pages[1]


def test_a_name_that_is_taken_is_said_on_the_links_page_and_kept(visitor: Client, at: str, opponent: User) -> None:
    visitor.post(at, TYPED | {"display_name": "ben"})
    link = link_to("zed@elsewhere.example")
    form = visitor.get(link).context["form"]
    assert "already called “ben”" in form.errors["display_name"][0]
    assert form["display_name"].value() == "ben"
    assert visitor.post(link, SURE | {"display_name": "ben"}).status_code == 422
    assert visitor.post(link, SURE).status_code == 200
    assert Match.objects.exists()


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_player_who_is_known_plays_under_their_own_name(
    is_guest: bool, visitor: Client, at: str, player: User
) -> None:
    known = GuestFactory(display_name="Zoe") if is_guest else UserFactory(display_name="Zoe")
    MatchFactory(players=[player, known])
    visitor.post(at, TYPED | {"email": known.email})
    link = link_to(known.email)
    page = visitor.get(link)
    assert page.context["form"] is None
    assert "You play as Zoe." in page.text
    assert visitor.post(link, {"action": "accept", "sure": "yes"}).status_code == 200
    assert known.seats.count() == 2


def test_someone_else_may_be_faster_and_the_page_says_so(visitor: Client, at: str, offer: Offer) -> None:
    for name in ("zed", "zoe"):
        visitor.post(at, TYPED | {"display_name": name, "email": f"{name}@elsewhere.example"})
    links = [link_to(f"{name}@elsewhere.example") for name in ("zed", "zoe")]
    assert visitor.post(links[0], SURE).status_code == 200
    late = visitor.get(links[1])
    assert "already accepted" in late.text
    assert "<form" not in main_of(late.text)
    assert visitor.post(links[1], SURE | {"display_name": "zoe"}).status_code == 409
    assert Match.objects.count() == 1
    assert not User.objects.filter(display_name="zoe").exists()


def test_a_link_to_a_full_table_or_to_one_that_has_begun_says_so(
    visitor: Client, table: Offer, player: User, opponent: User, stranger: User
) -> None:
    at = at_table(table)
    visitor.post(at, TYPED)
    link = link_to("zed@elsewhere.example")
    answers.accept_place(table, opponent, has_link=True)
    begin.begin(table, player)
    late = visitor.get(link)
    assert "The match at this table has begun." in late.text
    assert "<form" not in main_of(late.text)
    assert visitor.post(link, SURE).status_code == 409
    assert visitor.post(at, TYPED).status_code == 409


def test_no_form_is_shown_where_no_seat_is_free(visitor: Client, player: User, opponent: User) -> None:
    table = table_of(player, "Ben", seats=3, by_link=True, game="fortress")
    at = at_table(table)
    answers.accept_place(table, UserFactory(), has_link=True)
    assert 'name="email"' not in visitor.get(at).text
    refused = visitor.post(at, TYPED)
    assert refused.status_code == 409
    assert "All seats at this table are taken or promised." in refused.text


def test_a_challenge_that_was_withdrawn_says_so(visitor: Client, at: str, offer: Offer, player: User) -> None:
    visitor.post(at, TYPED)
    link = link_to("zed@elsewhere.example")
    answers.withdraw_offer(offer, player)
    assert "withdrawn" in visitor.get(link).text
    assert visitor.post(link, SURE).status_code == 409
    assert visitor.post(at, TYPED).headers["Location"] == "/lobby/"


def test_a_guest_who_had_stopped_all_emails_gets_them_again(visitor: Client, at: str) -> None:
    guest = GuestFactory(turn_mail="none")
    visitor.post(at, TYPED | {"email": guest.email})
    link = link_to(guest.email)
    assert "If you accept, they resume." in visitor.get(link).text
    visitor.post(link, SURE)
    guest.refresh_from_db()
    assert guest.turn_mail == "each"


def test_a_member_who_logs_in_comes_from_the_emails_link_to_the_offers(
    visitor: Client, at: str, table: Offer, opponent: User, stranger: User, log_in: LogIn
) -> None:
    for address in (at, at_table(table)):
        visitor.post(address, TYPED | {"email": opponent.email})
        mail = latest("challenge_link")
        offer = Offer.objects.get(pk=mail.context["offer"])
        link = f"/l/{tokens.mint_offer(offer, opponent, mail)}/"
        member = log_in(opponent)
        assert member.get(link).headers["Location"] == address
        assert member.get(address).status_code == 200
        assert log_in(stranger).get(link).status_code == 403


def test_a_button_of_before_the_login_ended_leads_to_the_login(visitor: Client, at: str, table: Offer) -> None:
    for address in (at, at_table(table)):
        assert urlsplit(visitor.post(address, {"action": "accept"}).headers["Location"]).path == "/accounts/login/"


def test_the_share_buttons_are_there_for_who_sends_the_link(
    offer: Offer, table: Offer, player: User, log_in: LogIn
) -> None:
    host = log_in(player)
    for page, url in (
        (f"/challenges/{offer.pk}/", share_link.share_url(offer)),
        (table.get_absolute_url(), share_link.share_url(table)),
    ):
        text = host.get(page).text
        assert f'data-share="{url}"' in text
        assert "data-share-copy" in text


@pytest.mark.parametrize(("typed", "called"), [("Zed", "Zed"), ("ben", "Guest")])
def test_a_reply_to_the_email_accepts_under_the_name_that_was_typed_where_it_is_free(
    typed: str, called: str, visitor: Client, at: str, player: User, opponent: User
) -> None:
    visitor.post(at, TYPED | {"display_name": typed})
    mail = latest("challenge_link")
    assert mail.user is not None
    write(message_of(mail), "accept")
    guest = Match.objects.get().seats.exclude(player=player).get().player
    assert guest is not None
    assert guest.display_name.startswith(called)


def test_a_reply_takes_a_seat_that_is_free_and_says_when_none_is(
    visitor: Client, table: Offer, player: User, opponent: User, stranger: User
) -> None:
    at = at_table(table)
    for name in ("zed", "zoe"):
        visitor.post(at, TYPED | {"display_name": name, "email": f"{name}@elsewhere.example"})
    first, second = OutboxMail.objects.filter(kind="challenge_link").order_by("pk")
    letter = message_of(second)
    answers.accept_place(table, opponent, has_link=True)
    write(message_of(first), "accept")
    assert Match.objects.get().seats.filter(player=first.user).exists()
    write(letter, "accept")
    assert "The match at this table has begun." in read_mail(latest("challenge_reply", second.user))
