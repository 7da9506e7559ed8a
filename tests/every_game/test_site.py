"""What the site does with every game, and with a toy that has no templates of its own: one walk through it each."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from engine.game import Game
from engine.games import contests
from engine.record.check import check_record
from fortify_site.api import tokens
from fortify_site.api.models import Token
from matches.gate import turns
from matches.mails.turn_delivery import KIND
from matches.models import LogEntry, Match, Seat
from matches.record.names import by_players, named, names_in
from matches.verify.replay import differences
from tests.support import running_events
from tests.support.club_archives import archive, emptied, files, packed, small_club, zipped
from tests.support.composed_mails import deliver_all, latest, message_of
from tests.support.factories import UserFactory
from tests.support.form_data import filled_in
from tests.support.mail_players import newest, write
from tests.support.matches import SITE, asked
from tests.support.people import LogIn
from tests.support.toy_game import Toy
from tournaments.files.archives.imports.club import ImportOptions, import_club

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]
every_game = pytest.mark.parametrize("game", [*contests(), Toy()], ids=lambda game: game.slug)
MOST_TURNS = 9
COLUMN = re.compile(r">([a-h])</text>")


class Table:
    """Two who play, one who looks on, and chance, which chooses the turns: the same ones every time."""

    def __init__(self, players: list[User], log_in: LogIn, other: User) -> None:
        self.players = players
        self.clients = [log_in(player) for player in players]
        self.onlooker = log_in(other)
        self.rng = random.Random(7)

    @property
    def match(self) -> Match:
        return Match.objects.get()

    def everyone(self) -> list[Client]:
        return [*self.clients, self.onlooker]

    def choose(self, seat: Seat) -> str:
        match = self.match
        return match.game.play(
            match.loaded_state, seat.index, match.game.sample(match.loaded_state, seat.index, self.rng)
        ).text


def shown(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def begin(table: Table, game: Game) -> None:
    """A challenge by the form of its page, accepted on its own page, with the emails of both."""
    ada, ben = table.clients
    page = f"/challenges/new/?game={game.slug}"
    sent = filled_in(ada, page, to="name", name=table.players[1].display_name, first="me")
    where = ada.post("/challenges/new/", sent).headers["Location"]
    assert game.name in message_of(latest("challenge", table.players[1])).body
    assert game.name in shown(ben, where)
    assert ben.post(where, {"action": "accept"}).headers["Location"] == table.match.get_absolute_url()


def play_on_the_page(table: Table, seat: Seat) -> None:
    """The steps that are offered, the draft, the review, and the turn sent."""
    client, url, text = table.clients[seat.index], table.match.get_absolute_url(), table.choose(seat)
    offered = client.get(f"{url}draft/").json()
    assert offered["steps"] or "pick" in table.match.game.view(table.match.loaded_state, seat.index)
    drafted = client.get(f"{url}draft/", {"text": text}).json()
    assert (drafted["text"], drafted["may_send"]) == (text, True)
    reviewed = client.get(f"{url}play/", {"text": text, "review": "1"})
    assert drafted["words"]
    assert reviewed.context["draft"].text == text
    assert client.post(f"{url}play/", {"number": seat.asked_turn, "text": text}).status_code in (302, 303)


def play_by_mail(table: Table, seat: Seat) -> None:
    mail = newest(table.players[seat.index], KIND)
    assert "board@" in str(mail.alternatives[0][0])
    assert write(mail, table.choose(seat)).outcome == "played"


def play_by_program(table: Table, seat: Seat) -> None:
    program, address = Client(headers=bearer(table.players[seat.index])), f"/api/v1/matches/{table.match.pk}/"
    found = program.get(f"{address}turn").json()
    assert found["number"] == seat.asked_turn
    sent = {"number": seat.asked_turn, "text": found["examples"][0] if found["examples"] else table.choose(seat)}
    answer = program.post(f"{address}turns", sent, content_type="application/json")
    assert answer.status_code == 200, answer.content


def bearer(user: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.make_token(user, 'a program', Token.Scope.PLAY)}"}


def set_ahead(table: Table, seat: Seat) -> str:
    """A conditional turn of whoever isn't asked, where the game lets turns be judged ahead: the turn it waits for."""
    match, game = table.match, table.match.game
    if not game.may_judge_ahead(match.loaded_state):
        return ""
    known, other = game.as_known(match.loaded_state), 1 - seat.index
    condition = game.play(known, seat.index, game.sample(known, seat.index, table.rng))
    if other not in game.to_act(condition.state) or not game.may_judge_ahead(condition.state):
        return ""
    line = f"if {condition.text} then {game.sample(condition.state, other, table.rng)}"
    url = f"{match.get_absolute_url()}ahead/"
    table.clients[other].post(url, {"number": seat.asked_turn, "lines": line, "action": "save"})
    assert match.seats.get(index=other).ahead == Seat.Ahead.SET
    return condition.text


def look_around(table: Table) -> None:
    """The match's page for all who may see it, its lists with their small boards, and the second seat's own side of a
    board that has sides."""
    match, url = table.match, table.match.get_absolute_url()
    columns = [COLUMN.findall(shown(client, url)) for client in table.everyone()]
    way = -1 if "below" in match.game.view(match.loaded_state) else 1
    assert columns == [columns[0], columns[0][::way], columns[0]]
    for client in table.clients:
        for page in ("/", "/matches/"):
            assert url in shown(client, page)


WAYS = (play_on_the_page, play_by_mail, play_by_program)


def play(table: Table) -> None:
    """Each turn in another way, and as many as can be answered ahead; then somebody gives up, if it isn't over."""
    was_ahead = False
    for number in range(MOST_TURNS):
        if table.match.is_over:
            break
        seat = asked(table.match)
        if number % 2 == 0:
            look_around(table)
        deliver_all()
        expected = "" if was_ahead else set_ahead(table, seat)
        if expected:
            turns.submit_turn(seat, seat.asked_turn or 0, expected, SITE)
            assert table.match.log.latest("index").seat != seat
            was_ahead = True
        else:
            WAYS[number % len(WAYS)](table, seat)
    if not table.match.is_over:
        table.clients[0].post(f"{table.match.get_absolute_url()}resign/")


def look_back(table: Table, game: Game) -> None:
    """Replay, analysis, record, the check of it, the API and one's own data, once it is over."""
    match, (ada, _) = table.match, table.clients
    assert match.is_over
    assert differences(match) == []
    url = match.get_absolute_url()
    for client in table.everyone():
        seats = match.seats.select_related("player")
        result = by_players(named(match.result_words, names_in(game, seats)), game.view(match.loaded_state), seats)
        assert str(result) in unescape(shown(client, url))
    played = list(match.log.filter(kind=LogEntry.Kind.PLAY).order_by("index").values_list("index", flat=True))
    for index in (played[0], played[-1]):
        shown(ada, f"{url}turns/{index}/")
        assert ada.get(f"{url}turns/{index}/position/").json()["board"]
        shown(ada, f"{url}analysis/{index}/")
    record = shown(ada, f"{url}record/")
    assert f'[Game "{game.name}"]' in record
    assert not check_record(record).faults
    shown(ada, f"{url}check/")
    cache.clear()  # the API's rates
    api = f"/api/v1/matches/{match.pk}"
    program = Client(headers=bearer(table.players[0]))
    assert program.get(api).json()["game"] == game.slug
    assert program.get(f"{api}/turns").json()["items"]


@every_game
def test_a_match_is_played_from_its_challenge_to_its_record(
    game: Game, player: User, opponent: User, stranger: User, log_in: LogIn
) -> None:
    table = Table([player, opponent], log_in, stranger)
    begin(table, game)
    play(table)
    look_back(table, game)


@every_game
def test_an_event_is_played_and_a_club_moves_with_it(game: Game, log_in: LogIn) -> None:
    club = small_club(game.slug)
    event = club.events.get()
    desk = log_in(running_events.organiser_of(event))
    for page in ("", "table/", "crosstable/", "rounds/1/", "manage/settings/", "export/pairings.csv", "print/"):
        shown(desk, f"/events/{event.pk}/{page}")
    assert desk.get(f"/events/{event.pk}/export/records.zip").status_code == 200
    first = files(zipped(club))
    emptied()
    import_club(archive(packed(first)), ImportOptions("Elsewhere", UserFactory(), 0, True))
    assert {match.game_slug for match in Match.objects.all()} == {game.slug}
