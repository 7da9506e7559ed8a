"""Seeds mixed of the server's bytes and the players' contributions, and picks bound while they are secret."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine.record.check import verify
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.gate import takeback, turns
from matches.lobby.play_now import play_now
from matches.mails import tokens
from matches.models import LogEntry, Match, Offer, Seat, Seek
from matches.offers import rematch
from matches.record import fairness
from matches.record.record import record_of
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.mail_players import newest, write
from tests.support.offers import accepted
from tests.support.toy_game import Toy
from tournaments.files.archives.schema import MATCH

VIA = LogEntry.Via.SITE
ROLLED = hashlib.sha256(b"4 1 6").hexdigest()
GIVEN = "ab" * 32


def fortac_match(player: User, opponent: User, first: str = "lot") -> tuple[Offer, Match]:
    made: Offer = ChallengeFactory(
        challenger=player, opponent=opponent, game_slug="fortac", first=first, contribution=" 4 1 6 "
    )
    return made, accepted(made, opponent, GIVEN)


def finish(match: Match) -> Match:
    turns.resign(match.seats.get(index=0), VIA)
    match.refresh_from_db()
    return match


def record(match: Match) -> str:
    return record_of(match, list(match.seats.select_related("player")), None)


# -- seeds -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["me", "you", "lot"])
def test_the_seed_of_a_challenge_is_mixed_of_both_players_contributions(
    player: User, opponent: User, first: str
) -> None:
    made, match = fortac_match(player, opponent, first)
    message = f"challenge/{made.pk}:{ROLLED},{GIVEN}".encode()
    assert match.seed == hmac.new(bytes.fromhex(made.server), message, "sha256").hexdigest()
    assert made.server_digest == hashlib.sha256(bytes.fromhex(made.server)).hexdigest()
    assert verify(record(finish(match)))[0] == 0


def test_for_a_player_who_gives_nothing_a_contribution_is_drawn_and_said_to_be(
    player: User, opponent: User, client: Client
) -> None:
    made = ChallengeFactory(challenger=player, opponent=opponent, game_slug="fortac")
    match = accepted(made, opponent, GIVEN)
    assert match.origin is not None
    drawn = match.origin["given"][0]
    assert re.fullmatch("[0-9a-f]{64}", drawn)
    message = f"challenge/{made.pk}:{drawn},{GIVEN}".encode()
    assert match.seed == hmac.new(bytes.fromhex(made.server), message, "sha256").hexdigest()
    written = record(finish(match))
    assert f": {drawn} drawn" in written
    assert f"{GIVEN} drawn" not in written
    assert verify(written)[0] == 0
    client.force_login(player)
    facts = client.get(match.get_absolute_url()).content.decode().partition("data-server-digest")[2]
    assert facts.count("drawn by the server") == 1
    assert facts.index(drawn) < facts.index("drawn by the server") < facts.index(GIVEN)
    assert drawn not in client.get("/account/export/").content.decode()


def test_a_contribution_is_drawn_afresh_for_each_match(player: User, opponent: User) -> None:
    drawn = fairness.mix("00" * 32, "challenge/1", [(player, ""), (opponent, "")]).origin["given"]
    again = fairness.mix("00" * 32, "challenge/1", [(player, ""), (opponent, "")]).origin["given"]
    assert len({*drawn, *again}) == 4


def test_a_match_of_before_says_that_nothing_was_given(player: User, opponent: User, client: Client) -> None:
    match = fortac_match(player, opponent)[1]
    assert match.origin is not None
    Match.objects.update(
        origin={key: value for key, value in match.origin.items() if key != "drawn"} | {"given": ["", GIVEN]}
    )
    match.refresh_from_db()
    assert ': none"' in record(match)
    client.force_login(player)
    assert client.get(match.get_absolute_url()).status_code == 200


def test_in_the_lobby_the_bytes_are_those_of_who_has_waited_longest(db: None, toy: Toy) -> None:
    first, second, third = (UserFactory() for _ in range(3))
    waits = play_now(first, "toy", ["3"], seats=3, contribution=GIVEN)
    play_now(second, "toy", ["3"], seats=3)
    match = play_now(third, "toy", ["3"], seats=3, contribution="4 1 6").match
    assert match is not None
    assert match.origin is not None
    message = f"lobby/{waits.pk}:{GIVEN},{match.origin['given'][1]},{ROLLED}".encode()
    assert match.seed == hmac.new(bytes.fromhex(waits.server), message, "sha256").hexdigest()
    came = fairness.origin_of(match)
    assert came is not None
    assert [match.seats.get(index=seat).player for seat in came.came] == [first, second, third]


def test_a_rematch_has_contributions_of_its_own(player: User, opponent: User) -> None:
    match = finish(fortac_match(player, opponent)[1])
    seats = {seat.player: seat for seat in match.seats.select_related("player")}
    rematch.ask(seats[player], GIVEN)
    again = rematch.ask(seats[opponent], "4 1 6").match
    assert again is not None
    assert again.origin is not None
    assert again.origin["given"] == [GIVEN, ROLLED]


def test_bytes_and_seed_are_shown_nowhere_before_the_end(player: User, opponent: User, client: Client) -> None:
    made, match = fortac_match(player, opponent)
    host = User.objects.create_superuser(email="host@example.org", display_name="Host", password="host" * 4)
    shown = []
    for reader in (player, opponent, host):
        client.force_login(reader)
        paths = [
            *(match.get_absolute_url(), f"/matches/{match.pk}/record/", f"/api/v1/matches/{match.pk}"),
            *(f"/challenges/{made.pk}/", "/account/export/", f"/matches/{match.pk}/check/"),
            *(reverse("admin:matches_match_change", args=[match.pk]) for _ in [0] if reader == host),
            *(reverse("admin:matches_offer_change", args=[made.pk]) for _ in [0] if reader == host),
        ]
        shown += [client.get(path).content.decode() for path in paths]
    assert any(match.seed_digest in each for each in shown)
    assert any(made.server_digest in each for each in shown)
    assert not any(match.seed in each or made.server in each for each in shown)


def test_an_import_believes_no_origin_that_does_not_lead_to_the_seed(player: User, opponent: User) -> None:
    match = fortac_match(player, opponent)[1]
    assert match.origin is not None
    assert "origin" in MATCH.plain
    assert fairness.is_sound(match, 2)
    for key, value in (
        ("given", ["", ""]),
        ("server", "00" * 32),
        ("came", [0, 0]),
        ("label", "A"),
        ("drawn", [0, 1]),
        ("lot", None),
    ):
        changed = Match(seed=match.seed, origin={**match.origin, key: value}, game_slug="fortac")
        assert fairness.is_sound(changed, 2) == (key == "lot"), key
    assert not fairness.is_sound(Match(seed=match.seed, origin={}, game_slug="fortac"), 2)


# -- pages -------------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_digests_from_the_start_and_all_of_it_at_the_end(
    player: User, opponent: User, client: Client
) -> None:
    made, match = fortac_match(player, opponent)
    client.force_login(player)
    before = client.get(match.get_absolute_url()).content.decode()
    for shown in (match.seed_digest, made.server_digest, ROLLED, GIVEN):
        assert shown in before
    finish(match)
    after = client.get(match.get_absolute_url()).content.decode()
    assert match.seed in after
    assert made.server in after


def test_nothing_is_shown_where_nothing_is_drawn(player: User, opponent: User, client: Client) -> None:
    """Fortify without a lot for the seats."""
    match = accepted(ChallengeFactory(challenger=player, opponent=opponent, first="me"), opponent)
    by_lot = accepted(ChallengeFactory(challenger=player, opponent=opponent, first="lot"), opponent)
    client.force_login(player)
    assert "data-seed-digest" not in client.get(match.get_absolute_url()).content.decode()
    assert "data-seed-digest" in client.get(by_lot.get_absolute_url()).content.decode()


def test_a_challenge_shows_the_digest_and_takes_a_contribution(player: User, opponent: User, client: Client) -> None:
    made = ChallengeFactory(challenger=player, opponent=opponent, first="lot")
    client.force_login(opponent)
    page = client.get(f"/challenges/{made.pk}/").content.decode()
    assert made.server_digest in page
    assert 'name="contribution"' in page
    client.post(f"/challenges/{made.pk}/", {"action": "accept", "contribution": "4 1 6"})
    made.refresh_from_db()
    assert made.match is not None
    assert made.match.origin is not None
    assert made.match.origin["given"][1] == ROLLED
    assert made.match.origin["drawn"] == [True, False]


def test_a_new_challenge_and_a_wish_in_the_lobby_keep_what_their_players_gave(player: User, client: Client) -> None:
    client.force_login(player)
    form = {"game": "fortify", "to": "open", "pace": "3", "first": "lot", "at_zero": "lose", "passes": "2"}
    options = {"option_map": "5x5", "option_format": "points-4"}
    client.post("/challenges/new/", {**form, **options, "contribution": "4 1 6"})
    assert Offer.objects.get().contribution == ROLLED
    client.post("/lobby/", {"action": "play", "game": "fortify", "seats": "2", "paces": ["3"], "contribution": GIVEN})
    seek = Seek.objects.get()
    assert seek.contribution == GIVEN
    assert seek.server_digest in client.get("/lobby/").content.decode()


def test_the_check_of_a_finished_match_says_that_all_is_right(player: User, opponent: User, client: Client) -> None:
    match = fortac_match(player, opponent)[1]
    client.force_login(player)
    address = reverse("matches:check", args=[match.pk])
    assert client.get(address).headers["Location"] == match.get_absolute_url()
    finish(match)
    assert address in client.get(match.get_absolute_url()).content.decode()
    page = client.get(address).content.decode()
    assert "Seats: drawn by lot, as the seed gives them." in page
    assert 'role="alert"' not in page


def test_a_guests_links_lead_to_the_check_too(player: User, opponent: User, client: Client) -> None:
    User.objects.filter(pk=player.pk).update(is_guest=True)
    match = fortac_match(player, opponent)[1]
    seat = match.seats.get(player=player)
    for token in (tokens.mint_turn(seat, 1), tokens.mint_rematch(seat)):
        address, page = (reverse(f"matches:{name}", args=[token]) for name in ("link_check", "link"))
        if not Match.objects.get().is_over:
            assert client.get(address).headers["Location"] == page
            finish(match)
        assert address in client.get(page).content.decode()
        checked = client.get(address).content.decode()
        assert "Seats: drawn by lot, as the seed gives them." in checked
        assert f'href="{page}"' in checked
        assert reverse("matches:record", args=[match.pk]) not in checked


def test_the_check_names_what_is_wrong(player: User, opponent: User, client: Client) -> None:
    match = finish(fortac_match(player, opponent)[1])
    assert match.origin is not None
    Match.objects.update(origin={**match.origin, "given": ["", GIVEN]})
    client.force_login(player)
    page = client.get(reverse("matches:check", args=[match.pk])).content.decode()
    alert = page[page.index('role="alert"') :]
    assert match.seed not in alert[: alert.index("</section>")]
    assert re.search(r"Line \d+: ", alert)


def test_the_document_is_served(client: Client) -> None:
    answer = client.get(reverse("matches:chance_document"))
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "match/lot/0" in answer.content.decode()


# -- emails ------------------------------------------------------------------------------------------------------------


def test_emails_say_how_the_digest_begins_and_at_the_end_where_the_seed_is(player: User, opponent: User) -> None:
    made = ChallengeFactory(challenger=player, opponent=opponent, game_slug="fortac", first="me")
    offered = newest(opponent, "challenge")
    match = accepted(made, opponent)
    asked = newest(player, "your_turn")
    finish(match)
    over = newest(opponent, "match_over")
    for mail, shown, hidden in (
        (offered, f"bytes begins {made.server_digest[:32]}.", made.server),
        (asked, f"seed begins {match.seed_digest[:32]}.", match.seed),
        (over, "page now shows the seed", made.server),
    ):
        for body in (" ".join(text_of(mail).split()), html_of(mail)):
            assert shown in body
            assert hidden not in body
            assert not re.search(r"[0-9a-f]{64}", body)


def test_a_reply_by_mail_gives_its_own_message_id(player: User, opponent: User) -> None:
    made = ChallengeFactory(challenger=player, opponent=opponent)
    write(newest(opponent, "challenge"), "accept", head={"Message-ID": "<b4.1@mail.example>"})
    made.refresh_from_db()
    assert made.match is not None
    assert made.match.origin is not None
    assert made.match.origin["given"][1] == hashlib.sha256(b"<b4.1@mail.example>").hexdigest()


# -- secret picks ------------------------------------------------------------------------------------------------------


def pick(seat: Seat, text: str) -> LogEntry:
    seat.refresh_from_db()
    return turns.submit_turn(seat, seat.asked_turn, text, VIA)


def test_a_pick_is_bound_as_soon_as_it_is_made_and_opened_when_all_are_shown(
    toy_match: Match, first: Seat, second: Seat
) -> None:
    line = pick(first, "pick 4")
    (note,) = line.notes
    digest = note.split()[-1]
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert "pick 4" not in record(toy_match)
    assert f'Player 1: {digest}"' in record(toy_match)
    opened = pick(second, "pick 2").notes[-1]
    opening = opened.split(": ", 1)[1]
    assert opening.endswith(":pick 4")
    assert hashlib.sha256(opening.encode()).hexdigest() == digest
    assert digest in opened
    toy_match.refresh_from_db()
    assert f"Player 1: {digest} = {opening}" in record(toy_match)


def test_the_others_are_mailed_what_binds_a_pick_as_soon_as_it_is_made(player: User, opponent: User) -> None:
    match = MatchFactory(players=[player, opponent], options={"special": "on"})
    first = match.seats.get(index=0)
    digest = pick(first, "I4T3B3").notes[0].split()[-1]
    mail = newest(opponent, "pick_made")
    for body in (text_of(mail), html_of(mail)):
        assert digest in body
        assert "I4T3B3" not in body
    assert not OutboxMail.objects.filter(kind="pick_made", user=player).exists()
    takeback.take_back(first, VIA)
    assert compose(OutboxMail.objects.get(kind="pick_made")) is None


def test_each_pick_has_a_salt_of_its_own(toy_match: Match, first: Seat) -> None:
    before = pick(first, "pick 4")
    takeback.take_back(first, VIA)
    again = pick(first, "pick 4")
    assert list(before.notes) != list(again.notes)


def test_a_pick_that_was_taken_back_is_not_opened(toy_match: Match, first: Seat, second: Seat) -> None:
    pick(first, "pick 4")
    takeback.take_back(first, VIA)
    pick(first, "pick 5")
    notes = pick(second, "pick 2").notes
    assert "pick 5" in notes[-1]
    assert not any("pick 4" in note for note in notes)


def test_an_army_is_bound_and_opened_in_special_warfare(player: User, opponent: User, client: Client) -> None:
    made = ChallengeFactory(challenger=player, opponent=opponent, options={"special": "on"}, first="me")
    match = accepted(made, opponent)
    first, second = match.seats.order_by("index")
    line = pick(first, "I4T3B3")
    digest = line.notes[-1].split()[-1]
    client.force_login(opponent)
    page = client.get(match.get_absolute_url()).content.decode()
    assert digest in page
    assert "I4T3B3" not in page
    pick(second, "I4T3B3")
    page = client.get(match.get_absolute_url()).content.decode()
    assert f"{digest} opened: " in page
    assert "Secret picks: 1 of 1 commitments opened, all right." in verify(record(finish(match)))[1]
