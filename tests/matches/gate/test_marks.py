"""Marks on the board, which the players of a team put there for each other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.computers import computer_player
from accounts.models import User
from fortify_site.profiles import export_data
from fortify_site.profiles.delete_account import delete_account
from jobs.try_twice import StaleWrite
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches import sweep
from matches.clocks import pauses
from matches.gate import chat, handover, marks, turns
from matches.gate.refused import MatchRefused
from matches.live.address import page_at
from matches.live.pages import open_match, state_of
from matches.mails import causes
from matches.mails.causes import News
from matches.match_view.board import shown_marks
from matches.models import LogEntry, Mark, Match, Seat
from matches.record.record import record_of
from matches.verify.replay import differences
from tests.support.composed_mails import html_of, text_of
from tests.support.factories import MatchFactory, UserFactory
from tests.support.mail_players import last_text, newest, write
from tests.support.markup import compact
from tests.support.matches import SITE, Mails, asked
from tests.support.run_on_commit import commits
from tests.support.vacation import MONDAY, may, on_monday, taken

pytestmark = pytest.mark.django_db
DOT = re.compile(r'<g transform="translate\((\S+) (\S+)\)"><(circle|rect) [^>]*/><text [^>]*>([A-Z])</text></g>')


@pytest.fixture
def people() -> list[User]:
    return [UserFactory(display_name=name) for name in ("Ann", "Ben", "Cleo")]


@pytest.fixture
def match(people: list[User]) -> Match:
    """It is Ann's turn, to lay the first tiles on n1, e1, s1 and w1."""
    return team(people)


def team(players: list[User], **more: Any) -> Match:
    made: Match = MatchFactory(game_slug="fairytale", players=players, **more)
    return made


def seat(match: Match, index: int) -> Seat:
    return match.seats.select_related("player").get(index=index)


def seen_by(match: Match, index: int | None) -> list[str]:
    match.refresh_from_db()
    reader = None if index is None else seat(match, index)
    shown = shown_marks(match, list(match.seats.select_related("player")), reader)
    return [f"{mark.letter} {mark.ref} {mark.who}: {mark.text}" for mark in shown]


def page(match: Match, reader: User | None) -> str:
    browser = Client()
    if reader is not None:
        browser.force_login(reader)
    answer = browser.get(match.get_absolute_url())
    return answer.content.decode() if answer.status_code == 200 else ""


def play(match: Match) -> None:
    match.refresh_from_db()
    mover = asked(match)
    text = match.game.sample(match.loaded_state, mover.index, random.Random(1))
    turns.submit_turn(mover, mover.asked_turn, text, SITE)


# -- who sees them, and how long -------------------------------------------------------------------------------------


def test_a_mark_is_seen_by_the_team_until_the_next_turn_is_played(match: Match) -> None:
    marks.put_mark(seat(match, 1), "N1", " I take\nthe diamond ")
    marks.put_mark(seat(match, 2), "o")
    seen = ["A n1 Ben: I take the diamond", "B o Cleo: I’ll go here"]
    assert [seen_by(match, index) for index in (0, 1, 2, None)] == [seen, seen, seen, []]
    chat.write_message(seat(match, 0), "Fine.", SITE)
    assert seen_by(match, 0) == seen
    play(match)
    assert seen_by(match, 0) == []
    marks.put_mark(seat(match, 1), "n1")
    assert seen_by(match, 0) == ["A n1 Ben: I’ll go here"]
    assert Mark.objects.count() == 1  # what is gone is forgotten


def test_a_turn_that_passes_on_leaves_them_on_the_board(people: list[User]) -> None:
    with on_monday():
        match = team(people, vacation_pool=pauses.friendly_pool(), baton=True)
        marks.put_mark(seat(match, 2), "n1")
        taken(people[0], MONDAY, may(20))
        Seat.objects.filter(match=match).update(pauses_changed_at=MONDAY)
        sweep.sweep_matches()
        assert seen_by(match, 1) == ["A n1 Cleo: I’ll go here"]


def test_marks_are_on_the_board_in_its_words_and_in_a_list_for_the_team_alone(match: Match, people: list[User]) -> None:
    """The map is five spaces wide around the oak at first; n1 is in the middle of its second row."""
    for index in (1, 2):
        marks.put_mark(seat(match, index), "n1", "Here")
    marked = page(match, people[0])
    assert DOT.findall(marked) == [("2.81", "1.81", "rect", "A"), ("2.81", "1.48", "circle", "B")]
    assert "Marks: A on n1, Ben: Here; B on n1, Cleo: Here." in marked
    assert re.search(
        r'aria-label="Marks on the map"><li>.*<b>Ben</b>, <code>n1</code>: Here</span></li>', compact(marked)
    )
    others = [page(match, reader) for reader in (UserFactory(), UserFactory(is_staff=True, is_superuser=True))]
    assert [bool(DOT.search(other)) or "Here" in other for other in others] == [False, False]


def test_a_draft_of_the_turn_shows_them_and_an_earlier_position_does_not(match: Match, people: list[User]) -> None:
    play(match)
    marks.put_mark(seat(match, 1), "n1")
    browser = Client()
    browser.force_login(people[0])
    address = match.get_absolute_url()
    assert DOT.search(browser.get(f"{address}draft/").json()["board"])
    assert not DOT.search(browser.get(f"{address}turns/0/").content.decode())
    assert not DOT.search(browser.get(f"{address}turns/0/position/").json()["board"])


def test_they_change_nothing_of_the_match(match: Match) -> None:
    before = (match.log_length, match.state, record_of(match, list(match.seats.all()), None))
    marks.put_mark(seat(match, 1), "n1", "secret")
    marks.remove_mark(seat(match, 1), "n1")
    marks.put_mark(seat(match, 1), "n1", "secret")
    match.refresh_from_db()
    assert (match.log_length, match.state, record_of(match, list(match.seats.all()), None)) == before
    assert differences(match) == []


def test_open_pages_of_the_team_look_again_and_those_of_others_find_nothing_new(match: Match) -> None:
    def words() -> list[str]:
        pages = [page_at(opened.address.rsplit("/", 2)[1]) for opened in opened_pages]
        return [state_of(each).word for each in pages if each]  # type: ignore[union-attr]

    opened_pages = [opened for reader in (seat(match, 0), None) if (opened := open_match(match, reader))]
    before = words()
    assert before == [opened.state.word for opened in opened_pages]
    marks.put_mark(seat(match, 1), "n1")
    after = words()
    assert [now == then for now, then in zip(after, before, strict=True)] == [False, True]
    marks.remove_mark(seat(match, 1), "n1")
    assert words()[0] not in {before[0], after[0]}


def test_who_takes_a_seat_over_sees_those_of_the_others_and_those_of_the_former_player_are_gone(match: Match) -> None:
    marks.put_mark(seat(match, 1), "n1")
    marks.put_mark(seat(match, 2), "e1")
    handover.hand_over(seat(match, 1), UserFactory(display_name="Dora"))
    assert (seen_by(match, 0), seen_by(match, 1)) == (["A e1 Cleo: I’ll go here"],) * 2


# -- what can be marked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ref", "text", "why"),
    [
        ("", "", "Choose a space to mark."),
        ("n9e9", "", "There’s no space “n9e9” on the map now."),
        ("n1" * 40, "", "There’s no space “n1n1n1n1n1n1n1n1n1n1n1n1n1n1n…” on the map now."),
        ("n1", "x" * 61, "That’s 61 characters; a mark can have at most 60."),
    ],
)
def test_what_cannot_be_marked_is_refused_in_a_sentence(match: Match, ref: str, text: str, why: str) -> None:
    with pytest.raises(MatchRefused, match=re.escape(why)):
        marks.put_mark(seat(match, 1), ref, text)


def test_a_mark_is_counted_once_however_often_it_was_tried(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another writer is in the way of each first try."""
    tries: list[int] = []
    queue = causes.queue_news

    def queue_news(news: Iterable[News]) -> None:
        tries.append(1)
        if len(tries) % 2:
            raise StaleWrite
        queue(news)

    monkeypatch.setattr(causes, "queue_news", queue_news)
    monkeypatch.setattr(marks, "MOST_A_DAY", 2)
    with commits():
        for ref in ("n1", "e1"):
            marks.put_mark(seat(match, 1), ref)
        with pytest.raises(MatchRefused, match="You’ve made 2 marks today"):
            marks.put_mark(seat(match, 1), "s1")


def test_a_player_has_five_at_once_and_may_change_their_words(match: Match) -> None:
    for ref in ("n1", "e1", "s1", "w1", "o"):
        marks.put_mark(seat(match, 1), ref)
    with pytest.raises(MatchRefused, match="You can have 5 marks on the map"):
        marks.put_mark(seat(match, 1), "n2")
    marks.put_mark(seat(match, 1), "o", "Stay here")
    assert marks.remove_mark(seat(match, 1), "N1")
    assert not marks.remove_mark(seat(match, 1), "n1")
    marks.put_mark(seat(match, 1), "n2")
    assert seen_by(match, 0)[3:] == ["D o Ben: Stay here", "E n2 Ben: I’ll go here"]


def test_only_those_mark_spaces_who_play_in_a_team_with_others(match: Match, people: list[User]) -> None:
    turns.resign(seat(match, 2), SITE)
    alone, with_computer = team(people[:1]), team([people[0], computer_player("easy")])
    contest: Match = MatchFactory(players=people[:2])
    over = team(people[:2])
    for index in (0, 1):
        turns.resign(seat(over, index), SITE)
    for where, index in ((match, 2), (alone, 0), (with_computer, 0), (contest, 0), (over, 0)):
        with pytest.raises(MatchRefused):
            marks.put_mark(seat(where, index), "n1")
        assert "Mark a space" not in page(where, people[0] if where != match else people[2])


def test_who_is_out_sees_no_marks_and_leaves_none(match: Match, people: list[User]) -> None:
    for index in (0, 1, 2):
        marks.put_mark(seat(match, index), "n1")
    turns.resign(seat(match, 2), SITE)
    assert seen_by(match, 0) == ["A n1 Ann: I’ll go here", "B n1 Ben: I’ll go here"]
    assert seen_by(match, 2) == []
    turns.resign(seat(match, 1), SITE)
    with pytest.raises(MatchRefused, match="nobody to mark a space for"):
        marks.put_mark(seat(match, 0), "n1")


def test_the_end_of_the_match_and_of_an_account_leave_no_marks(match: Match, people: list[User]) -> None:
    for index in (0, 1):
        marks.put_mark(seat(match, index), "n1", "Call me")
    delete_account(people[1])
    assert [mark.seat.index for mark in Mark.objects.select_related("seat")] == [0]
    for index in (0, 2):
        turns.resign(seat(match, index), SITE)
    assert not Mark.objects.exists()


# -- on the page -------------------------------------------------------------------------------------------------------


def test_a_form_without_scripts_puts_marks_and_removes_them(match: Match, people: list[User]) -> None:
    browser = Client()
    browser.force_login(people[1])
    address = reverse("matches:marks", args=[match.pk])
    assert '<option value="n1" data-at="2.5 1.5">n1: open</option>' in compact(page(match, people[1]))
    assert browser.post(address, {"space": "n1", "words": "I start <here>"}).status_code == 303
    put = page(match, people[1])
    assert "I start &lt;here&gt;" in put
    answer = browser.post(address, {"remove": "n1"})
    assert "Marked n1 for your team." in (said := browser.get(answer.headers["Location"]).content.decode())
    assert "Mark removed." in said
    assert seen_by(match, 0) == []
    refused = browser.post(address, {"space": "n1", "words": "y" * 61})
    assert refused.status_code == 422
    kept = refused.content.decode()
    assert "a mark can have at most 60" in kept
    assert f'value="{"y" * 61}"' in kept
    assert re.search(r'<option value="n1"[^>]* selected>', kept)
    assert browser.get(address, {"space": "n1"}).status_code == 200
    assert seen_by(match, 0) == []


@pytest.mark.parametrize(
    ("name", "sent", "refused"),
    [("marks", {"space": "n1"}, {"space": "n9e9"}), ("say", {"line": "Hello"}, {"line": ""})],
)
def test_a_turn_under_way_is_still_there_after_a_mark_or_a_message(
    match: Match, people: list[User], name: str, sent: dict[str, str], refused: dict[str, str]
) -> None:
    browser = Client()
    browser.force_login(people[0])
    page = match.get_absolute_url()
    text = match.game.draft(match.loaded_state, 0, "").steps[0].next
    for under_way, after in (({"text": text}, f"{page}play/?{urlencode({'text': text})}"), ({}, page)):
        answer = browser.post(f"{page}{name}/", sent | under_way)
        assert answer.headers["Location"].removesuffix("#say") == after
    answer = browser.post(f"{page}{name}/", refused | {"text": text})
    assert answer.status_code in {409, 422}
    assert f'id="turn-text" name="text" value="{text}"' in answer.content.decode()


def test_nobody_else_puts_marks(match: Match) -> None:
    address = reverse("matches:marks", args=[match.pk])
    browser = Client()
    assert browser.post(address, {"space": "n1"}).status_code == 302  # to log in
    browser.force_login(UserFactory())
    assert browser.post(address, {"space": "n1"}).status_code == 403
    assert not Mark.objects.exists()


def test_marks_cost_a_page_of_a_team_one_query_and_others_none(
    match: Match, people: list[User], django_assert_num_queries: Any
) -> None:
    seats = list(match.seats.select_related("player"))
    with django_assert_num_queries(1):
        shown_marks(match, seats, seats[0])
    contest: Match = MatchFactory(players=people[:2])
    others = list(contest.seats.select_related("player"))
    with django_assert_num_queries(0):
        shown_marks(contest, others, others[0])


# -- by email ----------------------------------------------------------------------------------------------------------


def test_who_has_the_turn_is_told_once_of_the_marks_of_a_few_minutes(
    match: Match, people: list[User], mails: Mails
) -> None:
    OutboxMail.objects.update(status=OutboxMail.Status.SENT)
    marks.put_mark(seat(match, 1), "n1", "The forks & <bends>")
    marks.put_mark(seat(match, 2), "e1")
    marks.put_mark(seat(match, 0), "s1")
    assert mails() == [("marked", "Ann")]
    letter = newest(people[0], "marked")
    assert "Marks on the map:\n  A  n1  Ben: The forks & <bends>\n  B  e1  Cleo: I’ll go here\n" in text_of(letter)
    assert "<b>A</b>" in html_of(letter)
    assert "Ben: The forks &amp; &lt;bends&gt;" in html_of(letter)
    play(match)
    assert compose(OutboxMail.objects.get(kind="marked")) is None


def test_the_picture_in_an_email_has_the_marks_too(
    match: Match, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b""

    monkeypatch.setattr("matches.match_view.picture._drawn", draw)
    marks.put_mark(seat(match, 1), "n1")
    newest(people[0], "your_turn").message()
    assert [dot[3] for svg in drawn for dot in DOT.findall(svg)] == ["A"]


def test_a_player_who_has_turned_emails_about_messages_off_gets_none(match: Match, mails: Mails) -> None:
    OutboxMail.objects.update(status=OutboxMail.Status.SENT)
    Seat.objects.filter(match=match, index=0).update(is_deaf=True)
    marks.put_mark(seat(match, 1), "n1")
    assert mails() == []


@pytest.mark.parametrize("line", ["mark n1 I go here", "Hi all,\nMark N1: I go here", "markiere n1 I go here"])
def test_a_reply_marks_a_space(match: Match, people: list[User], line: str) -> None:
    play(match)
    letter = newest(people[0], "your_turn")
    assert write(letter, line).outcome == "done"
    assert seen_by(match, 1) == ["A n1 Ann: I go here"]
    receipt = last_text(people[0], "receipt")
    assert receipt.startswith("Your team sees your marks on the map.")
    assert "A n1 Ann: I go here" in receipt
    assert write(letter, "unmark n1").outcome == "done"
    assert seen_by(match, 1) == []
    assert last_text(people[0], "receipt").startswith("You have no marks on the map now.")


def test_a_mark_beside_a_turn_is_put_once_that_is_played(match: Match, people: list[User]) -> None:
    text = match.game.sample(match.loaded_state, 0, random.Random(1))
    letter = newest(people[0], "your_turn")
    marks.put_mark(seat(match, 1), "e1")
    assert write(letter, f"{text}\nmark n1 next\nsay Your turn soon").outcome == "played"
    assert seen_by(match, 1) == ["A n1 Ann: next"]
    assert match.log.get(kind=LogEntry.Kind.PLAY).message == "Your turn soon"


def test_a_turn_is_played_though_the_mark_beside_it_cannot_be_put(match: Match, people: list[User]) -> None:
    text = match.game.sample(match.loaded_state, 0, random.Random(1))
    assert write(newest(people[0], "your_turn"), f"{text}\nmark n9e9 next").outcome == "played"
    assert "There’s no space “n9e9” on the map now." in last_text(people[0], "receipt")


def test_a_mark_alone_that_cannot_be_put_is_answered_with_why(match: Match, people: list[User]) -> None:
    assert write(newest(people[0], "your_turn"), "mark n9e9 next").outcome == "refused"
    assert "There’s no space “n9e9” on the map now." in last_text(people[0], "refusal")


def test_a_sentence_about_mark_marks_nothing(match: Match, people: list[User]) -> None:
    assert write(newest(people[0], "your_turn"), "Mark said so").outcome == "answered"
    assert "marks a space on the map for your team" in last_text(people[0], "hello")
    assert not Mark.objects.exists()


def test_a_player_s_own_data_have_their_marks(match: Match, people: list[User]) -> None:
    marks.put_mark(seat(match, 1), "n1", "Here")
    (told,) = export_data.export_account(people[1])["marks"]
    assert (told["space"], told["text"], told["match"]) == ("n1", "Here", match.pk)
    assert export_data.export_account(people[0])["marks"] == []
