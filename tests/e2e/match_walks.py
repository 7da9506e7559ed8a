"""Walks through matches, challenges, the links in emails, and the mailbox, among the players of the demo."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.computers import computer_player
from accounts.friends import add_friend
from accounts.models import User
from engine.games import games_for_one
from fortify_site.demo import players
from fortify_site.dev_mailbox import store
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.computers import better_turn
from matches.gate import draws, turns
from matches.lobby import play_now
from matches.mails import tokens
from matches.models import BetterTurn, LogEntry, Match, Offer, Seat, Seek
from matches.offers import answers, rematch, share_link
from matches.time_control.time_control import DAY, TimeControl
from tests.support.factories import ChallengeFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.offers import accepted, opponent_of
from tests.support.tables import every_game_for_several, table_of

from .account_walks import fill_in
from .walking import Stop, walk

SITE = LogEntry.Via.SITE
LONG_NAME = "Bartholomew-Alexander the Unrelenting"
ALL_OF_TIME = TimeControl(10 * DAY, DAY, 12 * DAY, weekends=True, nights=True, at_zero="pass", passes=2)
LONG_LINE = "Well met! " * 30 + "https://a.very-long.example/" + "x" * 120


def somebody(name: str) -> User:
    return User.objects.get(display_name=name)


def seat_of(match: Match, user: User) -> Seat:
    return match.seats.select_related("player").get(player=user)


def submit(match: Match, user: User, text: str, message: str = "") -> None:
    seat = seat_of(match, user)
    turns.submit_turn(seat, seat.asked_turn or 0, text, SITE, message)


@walk("home", "matches:list", "matches:challenges", "players:player")
def looking_round() -> Iterator[Stop]:
    newcomer: User = UserFactory(display_name=LONG_NAME)
    yield from _lists("empty", newcomer)
    newcomer.delete()
    players.create_demo()
    ann = somebody("Ann")
    for challenger in (ann, somebody("Ben")):
        ChallengeFactory(challenger=challenger, message=LONG_LINE)
    answers.withdraw_offer(
        ChallengeFactory(challenger=ann, email="a-friend-with-a-long-address@elsewhere.example"), ann
    )
    yield from _lists("full", ann)
    yield from _lists("full", somebody("Cleo"))
    yield Stop("another player", reverse("players:player", args=[somebody("Ben").pk]), ann)


def _lists(state: str, user: User) -> Iterator[Stop]:
    yield Stop(f"home, {state}", "/", user)
    yield Stop(f"running matches, {state}", reverse("matches:list"), user)
    yield Stop(f"finished matches, {state}", f"{reverse('matches:list')}?show=finished", user)
    yield Stop(f"challenges, {state}", reverse("matches:challenges"), user)
    yield Stop(f"player, {state}", reverse("players:player", args=[user.pk]), user)


@walk("matches:challenge_new", "matches:challenge", "matches:challenge_by_link")
def challenging() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    new = reverse("matches:challenge_new")
    yield Stop("new challenge", new, ann)
    yield Stop("new challenge, to a name", f"{new}?{urlencode({'to': 'name', 'name': LONG_NAME})}", ann)
    yield Stop("new challenge, refused", new, ann, _send_nothing)
    yield Stop("new challenge, all fields", new, ann, _own_map_and_time)
    by_link: Offer = ChallengeFactory(challenger=ann, by_link=True)
    yield Stop("own challenge by link", reverse("matches:challenge", args=[by_link.pk]), ann)
    for reader in (None, ben):
        yield Stop("challenge by link", share_link.share_path(by_link), reader)
    yield Stop("challenge by link, refused", share_link.share_path(by_link), None, _send_no_address)
    yield Stop("challenge by link, on its way", share_link.share_path(by_link), None, _send_an_address)
    known = GuestFactory()
    link = reverse("matches:link", args=[tokens.mint_offer(by_link, known)])
    yield Stop("challenge by link, to confirm", link, None)
    yield Stop("time zone of a guest", f"{link}?time-zone", None)
    answers.withdraw_offer(by_link, ann)
    made: Offer = ChallengeFactory(challenger=ann, opponent=ben, message=LONG_LINE, control=ALL_OF_TIME, vacation=True)
    open_to_all: Offer = ChallengeFactory(challenger=ann, options={"map": "5x5", "format": "points-4"})
    by_mail: Offer = ChallengeFactory(challenger=ann, email="a-friend-with-a-long-address@elsewhere.example")
    for challenge in (made, open_to_all, by_mail):
        yield Stop("own challenge", reverse("matches:challenge", args=[challenge.pk]), ann)
    for challenge in (made, open_to_all):
        yield Stop("challenge to answer", reverse("matches:challenge", args=[challenge.pk]), ben)
    answers.accept_place(made, ben)
    answers.withdraw_offer(by_mail, ann)
    for challenge in (made, by_mail):
        yield Stop("challenge, over", reverse("matches:challenge", args=[challenge.pk]), ann)


def _send_no_address(page: Page) -> None:
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_text("Enter your email address.")).to_be_visible()


def _send_an_address(page: Page) -> None:
    page.get_by_label("Your name on this site").fill(LONG_NAME)
    page.get_by_label("Your email address").fill("a-friend-with-a-long-address@elsewhere.example")
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", name="Check your inbox")).to_be_visible()


@walk("matches:table_new", "matches:table", "matches:table_by_link")
def sitting_down_at_tables() -> Iterator[Stop]:
    ann, ben, cleo = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME), UserFactory()
    with every_game_for_several():
        yield Stop("new table", reverse("matches:table_new"), ann)
        yield Stop("no table", reverse("matches:lobby"), ann)
        yield Stop("new challenge beside tables", reverse("matches:challenge_new"), ann)
    table = table_of(ann, LONG_NAME, "a-friend-with-a-long-address@elsewhere.example", seats=5, message=LONG_LINE)
    answers.accept_place(table, cleo)
    for reader in (ann, ben, cleo, UserFactory()):
        yield Stop("table", table.get_absolute_url(), reader)
    with every_game_for_several():
        yield Stop("tables in the lobby", reverse("matches:lobby"), ben)
    yield Stop("own table in the list", reverse("matches:challenges"), ann)
    answers.decline(table, ben)
    yield Stop("table with an empty seat", table.get_absolute_url(), ann)
    answers.withdraw_offer(table, ann)
    yield Stop("table, called off", table.get_absolute_url(), cleo)
    by_link = table_of(ann, seats=4, by_link=True)
    yield Stop("own table by link", by_link.get_absolute_url(), ann)
    yield Stop("table by link", share_link.share_path(by_link), None)
    yield Stop("seat by link, to confirm", reverse("matches:link", args=[tokens.mint_offer(by_link, cleo)]), None)


@walk("matches:friends")
def having_friends() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    friends = reverse("matches:friends")
    yield Stop("friends, none", friends, ann)
    yield Stop("a player to add", reverse("players:player", args=[ben.pk]), ann)
    add_friend(ann, ben)
    yield Stop("friends", friends, ann)
    yield Stop("a friend", reverse("players:player", args=[ben.pk]), ann)
    yield Stop("matches with friends, none", f"{reverse('matches:list')}?who=friends", ann)


@walk("matches:computer", "matches:turn")
def playing_the_computer() -> Iterator[Stop]:
    ann = UserFactory(display_name="Ann")
    computer = reverse("matches:computer")
    yield Stop("the computer, for a visitor", computer)
    yield Stop("the computer", computer, ann)
    match = ChallengeFactory(challenger=ann, opponent=computer_player("hard"), control=ALL_OF_TIME).match
    assert match is not None
    own, other = match.seats.all()
    turns.submit_turn(own, 1, "T@b3", LogEntry.Via.SITE)
    yield Stop("the computer thinks", match.get_absolute_url(), ann)
    yield Stop("a computer", reverse("players:player", args=[other.player_id]), ann)
    turns.resign(own, LogEntry.Via.SITE)
    position = reverse("matches:turn", args=[match.pk, 0])
    yield Stop("a position to look at", position, ann)
    better = better_turn.ask(Match.objects.get(pk=match.pk), 2, 1, ann)
    yield Stop("a position that is looked at", position, ann)
    BetterTurn.objects.filter(pk=better.pk).update(
        done_at=timezone.now(), text="T@b3", words="Enlisted a Tank on b3", value=0.625
    )
    yield Stop("a better turn", position, ann)


@walk("matches:play_alone")
def playing_alone() -> Iterator[Stop]:
    for game in games_for_one():
        address = reverse("matches:play_alone", args=[game.slug])
        yield Stop("alone, for a visitor", address)
        yield Stop("alone", address, UserFactory())


@walk("matches:lobby")
def waiting_in_the_lobby() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    lobby = reverse("matches:lobby")
    yield Stop("lobby, empty", lobby, ann)
    play_now.play_now(ben, "fortify", ["1", "3", "7"], within=100)
    play_now.play_now(ann, "fortify", ["7"], within=400)
    Seek.objects.update(match=None)
    ChallengeFactory(challenger=ben, message=LONG_LINE, control=ALL_OF_TIME, vacation=True)
    yield Stop("lobby, full", lobby, ann)
    yield Stop("lobby, refused", lobby, ann, _want_nothing)


def _want_nothing(page: Page) -> None:
    for box in page.get_by_role("checkbox").all():
        box.uncheck()
    with page.expect_navigation():
        page.get_by_role("button", name="Play now").click()


def _send_nothing(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Send challenge").click()


def _own_map_and_time(page: Page) -> None:
    page.get_by_label("Invite someone by email").check()
    page.locator("summary", has_text="More options").click()
    page.get_by_label("A map of your own").check()
    page.get_by_label("own values").check()
    page.get_by_role("group", name="Each turn played adds").get_by_label("days").fill("99")
    page.get_by_label("The player passes automatically").check()
    page.get_by_label("At most how often in a match").select_option("3 times")
    _send_nothing(page)


@walk("matches:match", "matches:play", "matches:turn", "matches:draw", "matches:private_notes", "matches:resign")
def playing() -> Iterator[Stop]:
    players.create_demo()
    ann, ben, cleo, dev = (somebody(name) for name in players.NAMES)
    nearly_won, to_move, picking, choosing, over = Match.objects.filter(game_slug="fortify").order_by("pk")
    page_of = {match: match.get_absolute_url() for match in (nearly_won, to_move, picking, choosing, over)}
    at = reverse("matches:play", args=[nearly_won.pk])

    yield Stop("to move", page_of[nearly_won], ann)
    yield Stop("a unit is chosen", page_of[nearly_won], ann, _choose_a_piece, scripted=True)
    yield Stop("turn under way", f"{at}?text=I%40a3", ann)
    yield Stop("turn refused", f"{at}?text=I%40a5", ann, status=422)
    yield Stop("last look", f"{at}?text=I%40a3&review=1&message=Ahoy", ann)
    yield Stop("last look, by script", page_of[nearly_won], ann, _look_it_over, scripted=True)
    yield Stop("to move, on the small map", page_of[to_move], ann)
    yield Stop("waiting", page_of[nearly_won], ben)
    yield Stop("watching", page_of[nearly_won], dev)
    yield Stop("army to pick", page_of[picking], ann)
    yield Stop("army, last look", f"{reverse('matches:play', args=[picking.pk])}?text=I4T4B1A1&review=1", ann)
    yield Stop("army picked", page_of[picking], cleo)
    yield Stop("colour to choose", page_of[choosing], ann)
    yield Stop("colour, last look", f"{reverse('matches:play', args=[choosing.pk])}?text=green&review=1", ann)
    yield Stop("colour is chosen by the other", page_of[choosing], dev)
    yield Stop("an earlier turn on the board", page_of[nearly_won], ann, _step_back, scripted=True)
    yield Stop("details", page_of[nearly_won], ann, _show_details)
    yield Stop("over", page_of[over], cleo)
    yield Stop("over, to a visitor", page_of[over])
    yield Stop("over, earlier turns", f"{page_of[over]}?turns=2", cleo)
    for index in (0, 14, over.log_length - 1):
        yield Stop(f"line {index + 1}", reverse("matches:turn", args=[over.pk, index]), cleo)
    yield Stop("resign", reverse("matches:resign", args=[to_move.pk]), ann)

    submit(to_move, ann, "pass", LONG_LINE)
    yield Stop("a long line", page_of[to_move], ben)
    draws.offer_draw(seat_of(to_move, ann), SITE)
    yield Stop("draw offered", page_of[to_move], ann)
    yield Stop("draw to answer", page_of[to_move], ben)
    yield Stop("notes to write", f"{reverse('matches:private_notes', args=[to_move.pk])}?noted=1", ben)
    yield Stop("draw to accept", reverse("matches:draw", args=[to_move.pk]), ben)


def _choose_a_piece(page: Page) -> None:
    page.locator('[data-play-board] [data-ref="supply:I"][data-seat="0"]').click()
    expect(page.get_by_role("group", name="What to do")).to_be_visible()


def _look_it_over(page: Page) -> None:
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_role("heading", name="Review your turn")).to_be_visible()


def _step_back(page: Page) -> None:
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator("[data-replaying]")).to_be_attached()


def _show_details(page: Page) -> None:
    page.locator("[data-tab-list] a[href='#about']").click()
    expect(page.get_by_text("Random draws", exact=True)).to_be_visible()


@walk("matches:link", "matches:link_turn", "matches:link_draw", "matches:link_resign")
def following_links() -> Iterator[Stop]:
    ann, guest, other = UserFactory(display_name="Ann"), GuestFactory(), UserFactory()
    challenge: Offer = ChallengeFactory(challenger=ann, email="olga@elsewhere.example", message="Shall we?")
    yield from _challenge_links(challenge, opponent_of(challenge), other)

    match: Match = MatchFactory(players=[ann, guest], options={"map": "5x5"})
    seat = seat_of(match, ann)
    first = _path(tokens.mint_turn(seat, seat.asked_turn or 0))
    yield Stop("turn, by link", first)
    yield Stop("last look, by link", f"{first}?text=T%40b3&review=1")
    yield Stop("turn refused, by link", f"{first}?text=T%40b5", status=422)
    yield Stop("another's link", first, other, status=403)
    submit(match, ann, "T@b3", LONG_LINE)
    yield Stop("receipt", first)
    reply = seat_of(match, guest)
    second = _path(tokens.mint_turn(reply, reply.asked_turn or 0))
    yield Stop("a guest's turn, by link", second)
    submit(match, guest, "B@d4")
    submit(match, ann, "pass")
    yield Stop("stale link", second)
    yield Stop("stale link, the newer one mailed", second, act=_have_it_mailed)
    yield Stop("replay, by link", f"{second}turns/1/")
    yield Stop("resigning, by a stale link", f"{second}resign/")
    draws.offer_draw(seat_of(match, ann), SITE)
    third = seat_of(match, guest)
    at_hand = _path(tokens.mint_turn(third, third.asked_turn or 0))
    yield Stop("draw to answer, by link", at_hand)
    yield Stop("draw to accept, by link", f"{at_hand}draw/")
    to_resign = reverse("matches:link_resign", args=[tokens.mint_resignation(match, seat_of(match, guest))])
    yield Stop("resigning, by link", to_resign)
    turns.resign(seat_of(match, guest), SITE)
    yield Stop("resigning, match over", to_resign)
    yield Stop("stale link, match over", second)
    yield Stop("a guest's last link, match over", _path(tokens.mint_watching(seat_of(match, guest))))
    rematch_page = _path(tokens.mint_rematch(seat_of(match, guest)))
    yield Stop("rematch to offer, by link", rematch_page)
    rematch.ask(seat_of(match, ann))
    yield Stop("rematch offered", match.get_absolute_url(), ann)
    yield Stop("rematch to accept, by link", rematch_page)
    rematch.ask(seat_of(match, guest))
    yield Stop("rematch begun", match.get_absolute_url(), ann)
    yield Stop("rematch begun, by link", rematch_page)
    yield Stop("no such link", _path("a" * 32), status=404)


def _challenge_links(challenge: Offer, guest: User, other: User) -> Iterator[Stop]:
    address = _path(tokens.mint_offer(challenge, guest))
    yield Stop("challenge, by link", address)
    yield Stop("challenge refused, by link", address, act=lambda page: fill_in(page, display_name="@"))
    yield Stop("another's challenge", address, other, status=403)
    answers.accept_place(challenge, guest)
    yield Stop("challenge accepted, by link", address)


def _have_it_mailed(page: Page) -> None:
    page.get_by_role("button", name="Email me the link").click()


def _path(token: str) -> str:
    return reverse("matches:link", args=[token])


@walk("matches:check", "matches:link_check")
def checking_what_was_drawn() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    made = ChallengeFactory(challenger=ann, opponent=ben, game_slug="fortac", first="lot", contribution="4 1 6")
    yield Stop("random draws of a challenge", reverse("matches:challenge", args=[made.pk]), ben, act=_unfold_draws)
    match = accepted(made, ben)
    yield Stop("random draws of a match", f"{match.get_absolute_url()}#about", ann, act=_unfold_draws)
    turns.resign(seat_of(match, ben), SITE)
    yield Stop("a record that is right", reverse("matches:check", args=[match.pk]), ann, act=_unfold_draws)
    token = tokens.mint_turn(seat_of(match, ann), 1)
    yield Stop("a record that is right, by link", reverse("matches:link_check", args=[token]))
    Match.objects.filter(pk=match.pk).update(seed="0" * 64)
    yield Stop("a record that is wrong", reverse("matches:check", args=[match.pk]), ann)


def _unfold_draws(page: Page) -> None:
    page.locator(".seed-facts summary").first.click()


@walk("mailbox:list", "mailbox:mail")
def reading_the_mailbox() -> Iterator[Stop]:
    store.clear()
    yield Stop("mailbox, empty", reverse("mailbox:list"))
    deliver_the_demos_mails()
    yield Stop("mailbox", reverse("mailbox:list"))
    yield Stop("mailbox of one", f"{reverse('mailbox:list')}?to={players.address('Ann')}", somebody("Ann"))
    yield Stop("mail", reverse("mailbox:mail", args=[store.ids()[0]]))
    yield Stop("mail that is gone", reverse("mailbox:mail", args=["0"]), status=404)
    store.clear()


def deliver_the_demos_mails() -> None:
    players.create_demo()
    with override_settings(EMAIL_BACKEND="fortify_site.dev_mailbox.backend.MailboxBackend"):
        for mail in OutboxMail.objects.order_by("pk"):
            deliver.deliver(mail.pk)
