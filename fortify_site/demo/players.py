"""Players and matches to try the site with, made on the first start of an empty site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.models import User
from engine.game import Game
from engine.games import contests, game, games
from matches.clocks import pauses
from matches.gate import turns
from matches.models import LogEntry, Match, Seat
from matches.offers import terms
from matches.offers.set_up import set_up
from matches.time_control.time_control import DAY, HOUR, TimeControl

PASSWORD = "fortify-demo"
NAMES = ("Ann", "Ben", "Cleo", "Dev")
HOST = "Host"

_FIRST_VOLLEY = (
    "I@b2&I@b3|T@d3 T@e3|T@c2 T@d2|A@e2 T@c3|c2+ d2+|e2xb2 c3+|I@b2 A@c1|pass|c1+|B@d4 B@e4|B@a2 C@a2|d4+ e4+|"
    "a2-e3 e3xe3|e4xe3 I@e3|d2xd3|I@d3 d3+|b3-a3|e3+"
).split("|")
_SECOND_VOLLEY = "B@d4|T@a1|B@e4 d4+|pass|e4+ I@d3&I@e3|pass|d3+ e3+".split("|")
_OPENING = "I@b3&I@c3|B@d4 T@d3|T@b2 T@c2|T@d2 B@c4|T@b1 b2+|d3+ d2xc2|T@c2 b1+|d4+ c4+|B@a3 a3+".split("|")
_CARDS = (  # their decks follow from the seed of the match
    "zap a3-b2|king d2-c3|horse b4-a2|rook d1-d3|switch a4-c3|skip c1-d2|push b3-c2|trade d1-c2|bishop a2-b3|"
    "trade c2-d1|trade c2-d3|zip a4-a1|skip b2-a3|switch a1-d1|horse d3-b2|jump c2-a2|hop c3-c2|rook d2-d3|push a3-b3"
).split("|")
_WALLS = ((0, "LRRLLRLR keep"), (1, "RLLRRLLR keep"))
_OTHER_CARDS = (
    "horse a3-b1|king c2-c3|switch b4-d1|hop d2-c2|zap b3-a3|hop b4-c4|skip b1-a2|switch c1-a2|skip a3-b2|trade c2-b2|"
    "jump d1-b3|trade c4-b3"
).split("|")
_CARD_SEED, _OTHER_CARD_SEED = (bytes([number] * 32).hex() for number in (8, 5))
_FOREST = (
    "T/w@n1 I/e@e1 I/n@s1 L/n@w1|UD/s@n2 n1 5:w|w1 Tw/e@n1w1 5:e|Th/e@s2 n2 5:n|in:n o Lw/s@e2 n1 x 5:s|"
    "x UD/s@n2 5:s|in:n Ts/n@s1e2 n2 5:s|Tm/s@s1e3 n1w1 x 5:e|in:e Ig/n@s2e3 x 5:e|Tg/s@n2w1 5:s|Xw/n@s3 o 5:w"
).split("|")
_OTHER_FOREST = (
    "L/s@n1 I/e@e1 T/w@s1 T/s@w1|as:cinderella Tc/e@s2 5:s|as:beauty UD/e@n1w1 n1 n1w1 5:s|IR/e@e2 w1 5:n|clear 5:n|"
    "TP/e@w2 w2 5:w|5:w|Ts/w@s2e1=Tv/n@s2 w1 x 5:n"
).split("|")
_FEW_TURNS, _MANY_TURNS = 2, 100
_PICKS = ((0, "I4T3B1C1A1"), (1, "I3T3B2C1A1"))
_SPECIAL = {"map": "5x5", "format": "points-2", "special": "on"}
_SAVED = TimeControl(10 * DAY, DAY, 10 * DAY, weekends=True, at_zero="pass", passes=2)
_WITH_VACATION_DAYS = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave")
_OWN_VALUES = TimeControl(4 * DAY, 18 * HOUR, 6 * DAY, nights=True)


class NoPlaceForIt(Exception):
    """Raised when the site has players already, or strangers can reach it."""


@transaction.atomic
def create_demo() -> None:
    """Make the demo players and their matches.

    Raises ``NoPlaceForIt`` on a site that has players already or that others can reach: everyone knows the demo's
    password, and one of its players is the host.
    """
    if not settings.LOCAL:
        raise NoPlaceForIt("Others can reach this site, and everybody knows the demo's password.")
    if User.objects.exists():
        raise NoPlaceForIt("This site has players already; the demo is for an empty one.")
    ann, ben, cleo, dev = (User.objects.create_player(address(name), name, PASSWORD) for name in NAMES)
    User.objects.create_superuser(address(HOST), HOST, PASSWORD)

    nearly_won = _start(_SPECIAL, [ann, ben], TimeControl.fixed(2))
    _play(nearly_won, [*_PICKS, *_alternating(_FIRST_VOLLEY[:16])], "That was my last Chopper. Your move!")
    _play(_start({"map": "4x5", "format": "standard"}, [ben, ann], _SAVED), _alternating(_OPENING))
    _play(_start(_SPECIAL, [cleo, ann], _WITH_VACATION_DAYS), _PICKS[:1])
    _play(_start(_SPECIAL, [ann, dev], TimeControl.fixed(4)), [*_PICKS, *_alternating(_FIRST_VOLLEY)])
    finished = [*_PICKS, *_alternating(_FIRST_VOLLEY), (0, "green"), *_alternating(_SECOND_VOLLEY, first=1)]
    _play(_start(_SPECIAL, [cleo, ben], TimeControl.fixed(3)), finished, "Well played.")

    _play(_start_fortac([ann, cleo], _CARD_SEED), _alternating(_CARDS), "A row, then the centre. Again?")
    _play(_start_fortac([ben, ann], _OTHER_CARD_SEED), _alternating(_OTHER_CARDS))
    _play(_start_fortac([ann, dev], _CARD_SEED), _alternating(_CARDS[:13]), "I’ve got my first combo.")

    _play(_start_fortress([ann, cleo], "whole"), _WALLS, "You will never get past my tens.")
    _start_fortress([ben, ann], "single")
    _play(_start_fortress([cleo, ann], "whole", length="1"), [*_WALLS, (0, "pass"), (1, "pass")])

    easy = {"level": "easy", "tiles": "plain", "cast": "plain"}
    _play(_start_fairytale([ann, ben], easy), _as_a_team(_FOREST), "So close! Once more?")
    tiles = {"level": "easy"}
    _play(_start_fairytale([cleo, ann], tiles), _as_a_team(_OTHER_FOREST), "I’ll hold the west; you take the diamond.")

    _challenge(cleo, ann, {"map": "4x5", "format": "points-4"}, _OWN_VALUES, "Four volleys on the small map?")
    _challenge(dev, None, {"map": "5x5", "format": "points-2"}, TimeControl.fixed(3), "Anyone for a first match?")
    _challenge(ben, None, {}, TimeControl.fixed(3), "Half an hour of Fortac, spread over a month?", slug="fortac")
    _challenge(cleo, None, {"length": "2"}, TimeControl.fixed(3), "Two rounds of Fortress?", slug="fortress")
    _table(dev, "fairytale", "A first walk in the forest. Everyone is welcome.")
    for rules in games():
        if not Match.objects.filter(game_slug=rules.slug).exists():
            _by_chance(rules, [ann, ben, cleo, dev])


def address(name: str) -> str:
    return f"{name.lower()}@example.org"


def _start(options: Mapping[str, str], players: list[User], control: TimeControl) -> Match:
    complete = game("fortify").clean_options(options)
    return turns.start_match("fortify", complete, players, control, vacation_pool=pauses.friendly_pool())


def _start_fortac(players: list[User], seed: str) -> Match:
    control = TimeControl.fixed(3)
    return turns.start_match("fortac", {}, players, control, vacation_pool=pauses.friendly_pool(), seed=seed)


def _start_fortress(players: list[User], pace: str, length: str = "2") -> Match:
    complete = game("fortress").clean_options({"length": length, "pace": pace})
    control = TimeControl.fixed(3)
    return turns.start_match(
        "fortress", complete, players, control, vacation_pool=pauses.friendly_pool(), seed=_CARD_SEED
    )


def _start_fairytale(players: list[User], options: Mapping[str, str]) -> Match:
    complete = game("fairytale").clean_options(options)
    control, pool = TimeControl.fixed(7), pauses.friendly_pool()
    return turns.start_match("fairytale", complete, players, control, vacation_pool=pool, seed=_CARD_SEED)


def _play(match: Match, submissions: Iterable[tuple[int, str]], last_message: str = "") -> None:
    moves = list(submissions)
    for place, (index, text) in enumerate(moves, 1):
        seat = Seat.objects.get(match=match, index=index)
        if seat.asked_turn is None:
            raise ValueError(f"The demo's turn {text!r} is not asked for.")
        turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE, last_message if place == len(moves) else "")


def _by_chance(rules: Game, players: list[User]) -> None:
    """Make, for a game without a script, a match that is over, one that has begun, and one to join."""
    seats = 2 if 2 in rules.seats else rules.seats.start
    options, random = rules.clean_options({}), Random(_CARD_SEED)
    for turn_count, gives_up in ((_FEW_TURNS, False), (_MANY_TURNS, True)):
        control, pool = TimeControl.fixed(3), pauses.friendly_pool()
        match = turns.start_match(rules.slug, options, players[:seats], control, vacation_pool=pool, seed=_CARD_SEED)
        for _ in range(turn_count):
            seat = Seat.objects.select_related("match").filter(match=match, asked_turn__isnull=False).first()
            if seat is None:
                break
            state = seat.match.loaded_state
            _play(match, [(seat.index, rules.sample(state, seat.index, random))])
        match.refresh_from_db()
        if gives_up and not match.is_over:
            turns.resign(Seat.objects.get(match=match, index=0), LogEntry.Via.SITE)
    if rules in contests():
        _challenge(players[3], None, {}, TimeControl.fixed(3), "", slug=rules.slug)
    elif rules.seats[-1] > 1:
        _table(players[3], rules.slug, "", rules.seats[-1])


def _alternating(texts: Iterable[str], *, first: int = 0) -> list[tuple[int, str]]:
    return [((first + ply) % 2, text) for ply, text in enumerate(texts)]


def _as_a_team(texts: list[str]) -> list[tuple[int, str]]:
    """Return the turns of a team of two, by seat. The first player also lays the first tiles."""
    return [(0, texts[0]), *_alternating(texts[1:])]


def _table(host: User, slug: str, message: str, seats: int = 3) -> None:
    """Set up a table at which only the host has sat down."""
    control = TimeControl.fixed(3)
    set_up(
        terms.compose(host, seats=seats, game_slug=slug, options={}, control=control, vacation=True, message=message)
    )


def _challenge(
    challenger: User,
    opponent: User | None,
    options: dict[str, Any],
    control: TimeControl,
    message: str,
    slug: str = "fortify",
) -> None:
    offer = terms.compose(challenger, game_slug=slug, options=options, control=control, vacation=True, message=message)
    set_up(offer, [opponent] if opponent else [])
