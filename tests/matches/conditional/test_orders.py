"""Orders set ahead at a table of Fortress: set and deleted, played at once, dropped, and seen by nobody else."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from fortify_site.profiles.export_data import match_of, seats_of
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.conditional.orders import orders_of, set_orders
from matches.gate import handover, rulings, takeback, timeout, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat
from matches.record.record import record_of
from matches.verify.replay import differences
from tests.support.composed_mails import text_of
from tests.support.factories import MatchFactory, UserFactory
from tests.support.mail_players import last_text, newest, write
from tests.support.markup import compact
from tests.support.matches import SITE, asked, fresh, submit, told, travel_past_grace_of
from tests.support.pages import main_of, words
from tests.support.people import LogIn

from .conftest import log_of

pytestmark = pytest.mark.django_db
SEED = bytes(range(32)).hex()
FORTIFY = "fortify LLLLLLLL keep"


def begun(people: list[User], **options: str) -> Match:
    """A match in which all have fortified, the second of them by email, and the first is asked for an attack."""
    given = {"length": "2", "pace": "whole", **options}
    match: Match = MatchFactory(game_slug="fortress", players=people, seed=SEED, options=given)
    submit(seat(match, 0), FORTIFY)
    write(newest(people[1], "your_turn"), FORTIFY)
    for other in match.seats.filter(index__gt=1):
        submit(fresh(other), FORTIFY)
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def people(player: User, opponent: User) -> list[User]:
    """Ada, Ben and Dora."""
    return [player, opponent, UserFactory(display_name="Dora")]


@pytest.fixture
def match(people: list[User]) -> Match:
    return begun(people)


def seat(match: Match, index: int) -> Seat:
    return match.seats.select_related("player", "match").get(index=index)


def give(match: Match, index: int, *texts: str) -> None:
    set_orders(seat(match, index), texts, SITE)


def given(match: Match, index: int) -> list[str]:
    return [order.text for order in orders_of(Match.objects.get(pk=match.pk), seat(match, index))]


def attacks(match: Match) -> list[tuple[int | None, str]]:
    """The turns after all have fortified."""
    return [(index, text) for index, text, _ in log_of(match) if text != FORTIFY]


# -- setting -------------------------------------------------------------------------------------------------------


def test_orders_are_set_replaced_and_deleted(match: Match) -> None:
    give(match, 1, "PASS", "start  2")
    assert given(match, 1) == ["pass", "start 2"]
    give(match, 1, "done")
    assert given(match, 1) == ["done"]
    give(match, 1)
    assert seat(match, 1).orders is None


@pytest.mark.parametrize(
    ("index", "texts", "code", "words"),
    [
        (0, ["pass"], "not_asked", "It’s your turn. Play it first"),
        (1, ["attack"], "unreadable", "“attack” isn’t an order you can set now. You can set: pass, done, start 1"),
        (1, ["start 1", "start 2"], "illegal", "“start 1” and “start 2” exclude each other."),
    ],
)
def test_what_cannot_be_set_is_refused_and_changes_nothing(
    match: Match, index: int, texts: list[str], code: str, words: str
) -> None:
    give(match, 2, "pass")
    with pytest.raises(MatchRefused, match=words) as refused:
        give(match, index, *texts)
    assert refused.value.code == code
    assert seat(match, index).orders is None


def test_a_game_without_orders_says_so(player: User, opponent: User) -> None:
    fortify: Match = MatchFactory(players=[player, opponent])
    with pytest.raises(MatchRefused, match="there are no orders"):
        give(fortify, 1, "pass")


# -- played --------------------------------------------------------------------------------------------------------


def test_an_order_is_played_with_the_turn_that_makes_it_due_and_takes_no_time(match: Match) -> None:
    give(match, 1, "pass")
    bank = seat(match, 1).bank
    submit(seat(match, 0), "attack 1 right")  # on player 2
    assert given(match, 1) == []
    assert asked(Match.objects.get(pk=match.pk)).index == 1
    give(match, 2, "pass")
    submit(seat(match, 1), "pass")
    assert attacks(match)[1:] == [(1, "pass"), (2, "pass")]
    ordered = match.log.latest("index")
    assert (ordered.before or {})["ordered"] is True
    assert asked(Match.objects.get(pk=match.pk)).index == 0
    assert seat(match, 2).bank >= bank
    assert given(match, 2) == ["pass"]
    assert differences(Match.objects.get(pk=match.pk)) == []


def test_when_all_pass_by_order_the_round_ends_and_the_next_is_dealt(match: Match) -> None:
    for index in (1, 2):
        give(match, index, "pass", "start 3")
    submit(seat(match, 0), "pass")
    played = attacks(match)
    assert played[:3] == [(0, "pass"), (1, "pass"), (2, "pass")]
    state = Match.objects.get(pk=match.pk).loaded_state
    if len(played) == 4:
        assert played[3][1] == "start 3"
        assert (state.position.round, state.position.phase) == (2, "f")
    else:
        assert asked(Match.objects.get(pk=match.pk)).index == 0
    assert all("pass" not in given(match, index) for index in (1, 2))


def test_the_one_who_resigns_makes_the_next_ones_order_due(match: Match) -> None:
    give(match, 1, "pass", "start 1")
    turns.resign(seat(match, 0), SITE)
    assert attacks(match) == [(1, "pass")]
    assert given(match, 1) == ["pass"]  # none can start who has left


def test_so_does_the_clock(match: Match) -> None:
    give(match, 1, "pass")
    told(match)
    late = asked(match)
    with travel_past_grace_of(late):
        timeout.time_out(late.pk, late.asked_turn or 0)
    assert (1, "pass") in attacks(match)


@pytest.mark.parametrize(("how", "told_of_it"), [("resigned", "Ben Eve"), ("forfeited", "Ada Ben Eve")])
def test_players_hear_that_someone_left_though_an_order_is_played_next(
    people: list[User], how: str, told_of_it: str
) -> None:
    """Dora is asked next, and hears of it with her turn."""
    match = begun([*people, UserFactory(display_name="Eve")])
    give(match, 1, "pass")
    if how == "resigned":
        turns.resign(seat(match, 0), SITE)
    else:
        rulings.forfeit(seat(match, 0), "ill")
    assert (1, "pass") in attacks(match)
    mails = OutboxMail.objects.filter(match=match, kind="seat_left").select_related("user")
    assert sorted(str(mail.user) for mail in mails) == told_of_it.split()


def test_a_turn_that_was_ordered_is_not_played_again_when_it_is_taken_back(match: Match) -> None:
    give(match, 1, "pass")
    submit(seat(match, 0), "pass")
    takeback.take_back(seat(match, 1), SITE)
    assert asked(Match.objects.get(pk=match.pk)).index == 1
    assert seat(match, 1).orders is None


def test_nothing_stays_set_for_a_replacement_or_after_the_end(match: Match, people: list[User]) -> None:
    give(match, 1, "pass")
    give(match, 2, "pass")
    handover.hand_over(seat(match, 1), UserFactory())
    assert seat(match, 1).orders is None
    for index in (0, 1):
        turns.resign(seat(match, index), SITE)
    assert Match.objects.get(pk=match.pk).is_over
    assert seat(match, 2).orders is None


# -- told ----------------------------------------------------------------------------------------------------------


def test_only_the_owner_is_told_that_it_was_set_ahead(match: Match, people: list[User], log_in: LogIn) -> None:
    give(match, 1, "pass", "start 2")
    submit(seat(match, 0), "pass")
    pages = [unescape(log_in(user).get(match.get_absolute_url()).content.decode()) for user in people]
    assert ["set in advance" in page for page in pages] == [False, True, False]
    mail = OutboxMail.objects.get(kind="conditional_played")
    assert mail.user == people[1]
    text = last_text(people[1], "conditional_played")
    assert "Your order was played." in text
    assert "You, set in advance: Passed" in text
    assert "Whenever you choose who starts: Ben (you)" in text
    assert "advance" not in last_text(people[2], "your_turn")


def seen_by_others(match: Match, people: list[User], onlooker: User, log_in: LogIn) -> list[str]:
    """All that the others and an onlooker can ask for about a match, emails included, as they are."""
    url, found = match.get_absolute_url(), []
    for user in (people[0], people[2], onlooker):
        browser = log_in(user)
        cache.clear()
        bearer = {"Authorization": f"Bearer {tokens.make_token(user, 'a program', Token.Scope.PLAY)}"}
        program = Client(headers=bearer)
        pages = [url, f"{url}turns/0/", f"{url}record/", f"{url}orders/", "/", "/matches/"]
        pages += [f"{url}draft/", f"{url}play/"] if user == people[0] else []
        answers = [browser.get(page) for page in pages]
        answers += [program.get(f"/api/v1/matches/{match.pk}{end}") for end in ("", "/turns", "/turn")]
        found += [f"{answer.status_code} {main(answer.content.decode())}" for answer in answers]
        found += [json.dumps(match_of(each), default=str) for each in seats_of(user)]
        found += [str(answer.headers.get("ETag", "")) for answer in answers[len(pages) :]]
    seats = list(match.seats.order_by("index"))
    found += [record_of(match, seats, reader) for reader in (seats[0], seats[2], None)]
    composed = map(compose, OutboxMail.objects.filter(match=match, user__in=people[::2]).order_by("pk"))
    return found + [main(text_of(mail)) for mail in composed if mail]


def main(page: str) -> str:
    """What a page has inside, but for what is random, a minute old or the reader's own."""
    shown = main_of(page) if "<main" in page else page
    shown = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|https?://\S+|/live/[^"]*', "", shown)
    return re.sub(r"\d+ (?:second|minute)s?", "", shown)


def test_two_matches_that_differ_only_in_orders_look_alike_to_all_others(
    match: Match, people: list[User], stranger: User, log_in: LogIn
) -> None:
    seen_by_others(match, people, stranger, log_in)  # which marks the match as seen
    before = seen_by_others(match, people, stranger, log_in)
    give(match, 1, "pass", "done", "start 1")
    assert seen_by_others(match, people, stranger, log_in) == before
    own = log_in(people[1]).get(match.get_absolute_url()).content.decode()
    assert "Orders in advance: 3 saved" in own
    assert match_of(seats_of(people[1])[0])["orders"] is not None


def test_setting_and_deleting_wakes_no_open_page(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[int] = []
    announce = "matches.gate.lock.announce_change"
    monkeypatch.setattr(announce, lambda match_id, _players: woken.append(match_id))
    give(match, 1, "pass")
    give(match, 1)
    assert woken == []
    submit(seat(match, 0), "pass")
    assert woken == [match.pk]


# -- on the page ---------------------------------------------------------------------------------------------------


def test_the_form_sets_orders_shows_them_and_deletes_them(match: Match, opponent: User, log_in: LogIn) -> None:
    ben, url = log_in(opponent), f"{match.get_absolute_url()}orders/"
    page = ben.get(match.get_absolute_url()).content.decode()
    assert "Orders in advance: let us play for you" in page
    answer = ben.post(url, {"order": ["pass", "start 3"], "action": "save"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{url}#orders")
    assert given(match, 1) == ["pass", "start 3"]
    page = ben.get(url).content.decode()
    assert "Your orders are saved." in page
    page = page[page.index('id="orders"') : page.index("</details>", page.index('id="orders"'))]
    assert 'href="/help/conditional-turns/"' in page
    assert re.findall(r'value="([^"]+)"[^>]* (?:checked|selected)', page) == ["pass", "start 3"]
    assert '<option value="start 3" selected>Dora</option>' in compact(page)
    ben.post(url, {"order": ["pass", "start 3"], "action": "drop"})
    assert given(match, 1) == []
    assert "You have no orders in this match now." in ben.get(url).content.decode()


def test_a_get_sets_nothing_and_a_refusal_keeps_what_was_chosen(match: Match, opponent: User, log_in: LogIn) -> None:
    ben, url = log_in(opponent), f"{match.get_absolute_url()}orders/"
    ben.get(url, {"order": "pass"})
    assert given(match, 1) == []
    answer = ben.post(url, {"order": ["pass", "start 9"]})
    assert answer.status_code == 422
    page = unescape(answer.content.decode())
    assert "“start 9” isn’t an order you can set now." in page
    assert re.search(r'value="pass"[^>]* checked', page)


def test_who_is_asked_sees_what_is_set_and_can_delete_it(match: Match, people: list[User], log_in: LogIn) -> None:
    ada, url = log_in(people[0]), match.get_absolute_url()
    assert 'id="orders"' not in ada.get(url).content.decode()
    answer = ada.post(f"{url}orders/", {"order": "pass"})
    assert answer.status_code == 409
    assert "It’s your turn. Play it first" in unescape(answer.content.decode())
    give(match, 1, "start 1")
    submit(seat(match, 0), "pass")
    ben = log_in(people[1])
    shown = words(main_of(ben.get(url).content.decode()))
    assert "Whenever you choose who starts: Ada" in shown
    ben.post(f"{url}orders/", {"action": "drop"})
    assert given(match, 1) == []


def test_only_players_of_the_match_have_the_form(match: Match, stranger: User, log_in: LogIn) -> None:
    url = f"{match.get_absolute_url()}orders/"
    assert log_in(stranger).post(url, {"order": "pass"}).status_code in (403, 404)
    assert Client().post(url, {"order": "pass"}).status_code == 302
    assert not Seat.objects.filter(orders__isnull=False).exists()


def test_the_form_is_in_german_for_who_reads_german(match: Match, opponent: User, log_in: LogIn) -> None:
    User.objects.filter(pk=opponent.pk).update(language="de")
    page = unescape(log_in(opponent).get(match.get_absolute_url()).content.decode())
    assert "Anweisungen im Voraus" in page
    assert "Passen, bis du angegriffen wirst oder die Runde endet" in page


# -- by mail -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["ahead pass, start 3", "Ahead: pass\nahead start 3", "voraus pass; start 3"])
def test_a_reply_sets_orders_and_is_answered_with_them(match: Match, people: list[User], typed: str) -> None:
    assert write(newest(people[1]), typed).outcome == "done"
    assert given(match, 1) == ["pass", "start 3"]
    assert (seat(match, 1).orders or {})["via"] == LogEntry.Via.MAIL
    text = last_text(people[1], "receipt")
    assert "We received your orders." in text
    assert "Whenever you choose who starts: Dora" in text


def test_orders_go_with_a_turn_and_are_deleted_by_a_word(match: Match, people: list[User]) -> None:
    assert write(newest(people[0], "your_turn"), "pass\nahead pass").outcome == "played"
    assert given(match, 0) == ["pass"]
    assert "Your orders are saved. Only you can see them:" in last_text(people[0], "receipt")
    write(newest(people[0], "receipt"), "ahead none")
    assert given(match, 0) == []
    assert "You have no orders in this match now." in last_text(people[0], "receipt")


def test_what_cannot_be_set_by_mail_is_answered_with_what_can(match: Match, people: list[User]) -> None:
    assert write(newest(people[1]), "ahead win").outcome == "refused"
    assert "“win” isn’t an order you can set now. You can set: pass, done" in last_text(people[1], "refusal")
    write(newest(people[1]), "help")
    assert "ahead pass: Pass until you’re attacked or the round ends" in last_text(people[1], "hello")


def test_an_order_set_by_mail_came_by_email(match: Match, people: list[User]) -> None:
    write(newest(people[1]), "ahead pass")
    submit(fresh(seat(match, 0)), "pass")
    assert log_of(match)[-1] == (1, "pass", "mail")
