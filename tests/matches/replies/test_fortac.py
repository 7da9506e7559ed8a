"""A match of Fortac from its first turn to its last by replies to its emails: hands lie open, and each turn draws."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client

from accounts.models import User
from engine.record.check import check_record
from matches.gate import takeback
from matches.gate.refused import MatchRefused
from matches.mails.turn_delivery import KIND
from matches.models import LogEntry, Match
from matches.verify.replay import differences
from tests.support.factories import MatchFactory
from tests.support.mail_players import last_text, newest, write
from tests.support.matches import SITE

pytestmark = pytest.mark.django_db
SEED = bytes([8] * 32).hex()
# Every card is played. Turn 10 makes the centre for Red, which counts for nobody (R4); turn 14 swaps two men of Black's
# (R3). By hand: after turn 13 Red's men are on a3, b3, c3 and d3, after turn 19 on b2, b3, c2 and c3.
LINE = (
    *("zap a3-b2", "king d2-c3", "horse b4-a2", "rook d1-d3", "switch a4-c3", "skip c1-d2", "push b3-c2"),
    *("trade d1-c2", "bishop a2-b3", "trade c2-d1", "trade c2-d3", "zip a4-a1", "skip b2-a3", "switch a1-d1"),
    *("horse d3-b2", "jump c2-a2", "hop c3-c2", "rook d2-d3", "push a3-b3"),
)
TYPED = {
    "horse b4-a2": "N b4 - a2\nif rook d1-d3 then W a4-c3",
    "switch a1-d1": "Switch D1 - A1",
    "hop c3-c2": "HOP c3 c2",
}
AHEAD = "switch a4-c3"


def test_a_whole_match_by_replies(player: User, opponent: User, client: Client) -> None:
    people = (player, opponent)
    match: Match = MatchFactory(game_slug="fortac", players=people, seed=SEED)
    for ply, text in enumerate(LINE):
        if text != AHEAD:
            mail = write(newest(people[ply % 2], KIND), TYPED.get(text, text))
            assert mail.outcome == "played", mail.words
    played = list(match.log.order_by("index"))
    assert tuple(turn.text for turn in played) == LINE
    assert {turn.text for turn in played if turn.via != LogEntry.Via.MAIL} == {AHEAD}
    match = Match.objects.get()
    assert match.is_over
    assert list(match.seats.order_by("index").values_list("share", "score")) == [(Decimal(1), 2), (Decimal(0), 0)]
    assert not differences(match)
    client.force_login(player)
    record = client.get(f"/matches/{match.pk}/record/").content.decode()
    assert not check_record(record).faults


def test_a_turn_that_drew_a_card_stands(player: User, opponent: User) -> None:
    match: Match = MatchFactory(game_slug="fortac", players=[player, opponent], seed=SEED)
    write(newest(player, KIND), LINE[0])
    with pytest.raises(MatchRefused) as caught:
        takeback.take_back(match.seats.get(index=0), SITE)
    assert caught.value.code == "illegal"


def test_a_refusal_names_the_card_and_what_the_hand_holds(player: User, opponent: User) -> None:
    match: Match = MatchFactory(game_slug="fortac", players=[player, opponent], seed=SEED)
    (red, _) = match.game.view(match.loaded_state)["hands"]
    assert write(newest(player, KIND), "rook a3-a1").outcome == "refused"
    said = last_text(player, "refusal")
    assert all(card["name"] in said for card in red["cards"])
