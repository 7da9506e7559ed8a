"""What the emails about a match say, and when they are no longer worth sending."""

from __future__ import annotations

import re
from decimal import Decimal
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import draws, rulings
from matches.gate.turns import resign, submit_turn
from matches.match_view.endings import headline
from matches.models import Match, Seat
from matches.time_control.time_control import TimeControl
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.every_mail import run_out
from tests.support.factories import GuestFactory, MatchFactory, UserFactory
from tests.support.mail_players import write
from tests.support.matches import SITE, play_on


def test_it_tells_the_opponents_turn_in_words_and_notation_with_the_message(match: Match, opponent: User) -> None:
    play_on(match, 1, message="Good luck, Ben!")
    turn = match.log.get()
    message = message_of(latest("your_turn", opponent))
    for part in (text_of(message), html_of(message)):
        assert turn.words in unescape(part)
        assert turn.text in unescape(part)
        assert "Good luck, Ben!" in part
        assert "Ada" in part


def test_it_asks_for_a_pick_and_tells_nothing_of_the_other_one(player: User, opponent: User) -> None:
    match = MatchFactory(players=[player, opponent], options={"special": "on"})
    submit_turn(match.seats.get(index=0), 1, "I4T4B2", SITE, "Mine is in.")
    text = text_of(message_of(latest("your_turn", opponent)))
    assert "Pick your army" in text
    assert "Mine is in." in text
    assert "I4T4B2" not in text
    assert "4 Infantry" not in text


def test_it_says_that_a_draw_is_on_offer(match: Match, player: User, opponent: User) -> None:
    play_on(match, 2)
    draws.offer_draw(match.seats.get(player=player), SITE)
    play_on(match, 1)
    assert "Ada offers you a draw." in text_of(message_of(latest("your_turn", opponent)))


def test_it_is_moot_for_one_who_has_left_the_match_or_the_site(match: Match, player: User, player_seat: Seat) -> None:
    mail = latest("your_turn", player)
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None
    User.objects.filter(pk=player.pk).update(is_active=True)
    Seat.objects.filter(pk=player_seat.pk).update(player=None)
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None


def test_it_says_that_a_guest_has_stopped_all_emails_and_so_does_the_receipt(player: User) -> None:
    guest = GuestFactory(display_name="Gus", turn_mail="none")
    match = MatchFactory(players=[player, guest])
    said = "Gus has stopped all emails and gets one last warning before the time runs out."
    letter = message_of(latest("your_turn", player))
    write(letter, "T@b3")
    for each in (letter, message_of(latest("receipt", player))):
        assert said in " ".join(text_of(each).split())
        assert said in unescape(html_of(each))
    User.objects.filter(pk=guest.pk).update(turn_mail="each")
    assert "stopped all emails" not in text_of(message_of(latest("receipt", player)))
    resign(match.seats.get(player=guest), SITE)
    User.objects.filter(pk=guest.pk).update(turn_mail="none")
    assert "Gus has stopped" not in text_of(message_of(latest("match_over", player)))


def test_the_first_turn_has_nothing_to_tell(match: Match, player: User) -> None:
    text = text_of(message_of(latest("your_turn", player)))
    assert "The match has begun." in text


def test_an_offer_that_has_lapsed_is_not_told(match: Match, player: User, opponent: User) -> None:
    play_on(match, 2)
    draws.offer_draw(match.seats.get(player=opponent), SITE)
    mail = latest("draw_offered", player)
    assert compose(mail) is not None
    play_on(match, 1)
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None


def test_a_declined_draw_names_who_declined_and_how_to_play_on(
    match: Match, player: User, opponent: User, settings: Settings
) -> None:
    settings.REPLY_DOMAIN = "replies.example"
    draws.offer_draw(match.seats.get(player=player), SITE)
    draws.decline_draw(match.seats.get(player=opponent), SITE)
    text = text_of(message_of(latest("draw_declined", player)))
    assert "Ben declined your draw offer" in text
    assert "reply to this email with your turn on a line of its own: e.g." in " ".join(text.split())


@pytest.mark.parametrize("turns", [0, 3])
def test_a_guest_can_open_every_address_without_a_login(
    db: None, client: Client, settings: Settings, turns: int
) -> None:
    guest, other = GuestFactory(), UserFactory()
    match = play_on(MatchFactory(players=[other, guest]), turns)
    draws.offer_draw(match.seats.get(player=guest), SITE)
    draws.decline_draw(match.seats.get(player=other), SITE)
    draws.offer_draw(match.seats.get(player=other), SITE)
    mails = [latest("draw_declined", guest), latest("draw_offered", guest)]
    texts = [text_of(message_of(mail)) for mail in mails]
    resign(match.seats.get(player=other), SITE)
    texts.append(text_of(message_of(latest("match_over", guest))))
    for address in re.findall(r"https?://\S+", " ".join(texts)):
        path = address.rstrip(".,").removeprefix(settings.SITE_URL) or "/"
        assert client.get(path).status_code == 200, path
    assert "/l/" in texts[-1]


def test_both_are_told_the_result_each_in_their_own_words(match: Match, player: User, opponent: User) -> None:
    resign(match.seats.get(player=player), SITE)
    lost, won = (text_of(message_of(latest("match_over", reader))) for reader in (player, opponent))
    assert "You lost: your match against Ben" in lost
    assert "You won: your match" in won
    assert "on time" not in lost + won
    assert "Resigned." in won


def test_what_an_organiser_did_is_told_as_theirs(match: Match, player: User) -> None:
    rulings.annul(match, "The round was taken back.")
    text = text_of(message_of(latest("match_over", player)))
    assert "The organiser: The match was annulled" in text
    assert "’s clock" not in text


def test_a_match_over_mail_tells_every_volley(db: None) -> None:
    match = MatchFactory(options={"format": "points-2"})
    for _ in range(500):
        if match.is_over:
            break
        play_on(match, 5)
    text = text_of(message_of(latest("match_over")))
    assert "Volley 1: " in text
    assert "Volley 2: " in text


def test_a_loss_on_time_is_told_as_one_with_the_turn_that_was_not_answered(db: None) -> None:
    seat = run_out(TimeControl.fixed(3))
    assert seat.player is not None
    loser, winner = (" ".join(text_of(message_of(latest("match_over", reader))).split()) for reader in _both(seat))
    assert "You lost: your match" in loser
    assert "You lost on time (Volley 1 of 2, turn 3)." in loser
    assert "You won: your match" in winner
    assert "Ann & <Ben> lost on time (Volley 1 of 2, turn 3)." in winner
    assert "Ann & <Ben>: Ran out of time." in winner


def _both(seat: Seat) -> tuple[User | None, User | None]:
    return seat.player, seat.match.seats.exclude(pk=seat.pk).get().player


def test_a_loss_on_time_before_anything_was_played_names_the_first_turn(db: None) -> None:
    run_out(TimeControl.fixed(3), turns=0)
    assert "lost on time (Volley 1 of 2, turn 1)" in " ".join(text_of(message_of(latest("match_over"))).split())


@pytest.mark.parametrize("turns", [3, 40])
def test_a_long_match_costs_no_more_queries(
    db: None, turns: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play_on(MatchFactory(options={"format": "points-4"}), turns)
    mail = OutboxMail.objects.get(pk=latest("your_turn").pk)
    with django_assert_max_num_queries(9):
        message_of(mail)


def _seats(*shares: str) -> tuple[Seat, ...]:
    people = [User(display_name=name) for name in ("Ann", "Ben", "Cleo")]
    return tuple(Seat(pk=n + 1, index=n, player=people[n], share=Decimal(share)) for n, share in enumerate(shares))


def test_the_headline_tells_the_points_that_decided_the_match() -> None:
    own, other = _seats("1", "0")
    own.match = other.match = Match(how_it_ended="volleys")
    own.score, other.score = 17, 13
    assert [headline((own, other), seat) for seat in (own, other)] == ["You won 17–13", "You lost 13–17"]
    own.match.how_it_ended = "resignation"
    assert headline((own, other), own) == "You won"


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        (("1", "0"), "You won"),
        (("0", "1"), "You lost"),
        (("0", "1", "0"), "Ben has won"),
        (("0.5", "0.5"), "The match is drawn"),
        (("1", "1"), "Your team won"),
        (("0", "0"), "Your team lost"),
        (("0.5", "0.5", "0"), "You and Ben share first place"),
        (("0", "0.5", "0.5"), "Ben and Cleo share first place"),
    ],
)
def test_the_headline_fits_contests_of_many_and_games_against_the_game(shares: tuple[str, ...], said: str) -> None:
    seats = _seats(*shares)
    assert headline(seats, seats[0]) == said
