"""Series of matches between computer players, in a terminal."""

from __future__ import annotations

import pytest

from engine.__main__ import BAD_INPUT, main
from engine.games import game as find_game
from engine.players.series import Series, play_match, play_series, wilson
from engine.players.strengths import Strength

FORTAC = Series("fortac", {}, ("40", "random"), "test")


@pytest.mark.parametrize(
    ("points", "matches", "low", "high"),
    # 8 of 10 and 0 of 10 as R's binom.confint (method "wilson") gives them; 10 of 10 mirrors the latter
    [(8, 10, 0.4901625, 0.9433178), (0, 10, 0, 0.2775328), (10, 10, 0.7224672, 1)],
)
def test_an_interval_is_wilsons(points: int, matches: int, low: float, high: float) -> None:
    assert wilson(points, matches) == pytest.approx((low, high), abs=1e-6)


def test_a_match_follows_from_its_series_and_number() -> None:
    first, again, other = (play_match(FORTAC, number) for number in (0, 0, 1))
    assert first.turns == again.turns
    assert first.turns != other.turns
    assert sum(first.shares) == 1


def test_seats_go_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first match the first player has the first seat, and in the second match the second."""
    asked: list[str | None] = []

    def note(_game: object, _state: object, _seat: int, strength: Strength | None, _rng: object) -> str:
        asked.append(strength.key if strength else None)
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.players.series._submission", note)
    for number in (0, 1):
        with pytest.raises(KeyboardInterrupt):
            play_match(FORTAC, number)
    assert asked == ["40", None]


def test_a_player_beats_chance() -> None:
    scores = list(play_series(FORTAC, 6, processes=2))
    assert sum(score.shares[0] for score in scores) >= 5
    assert all(score.seconds[0] > 0 for score in scores)


def test_the_command_prints_a_line_for_each_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "random", "random", "--games", "2", "--options", "map=5x5", "special=on"]) == 0
    title, *_, first, second, turns = capsys.readouterr().out.splitlines()
    fortify = find_game("fortify")
    options = fortify.describe_options(fortify.clean_options({"map": "5x5", "special": "on"}))
    assert title == f"Fortify, {options}; seed 1"
    assert first.split()[0] == second.split()[0] == "random"
    assert turns.startswith("Submissions a match: ")


def test_a_team_has_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """All win or lose together, so its share is one."""
    assert main(["match", "random", "random", "--game", "fairytale", "--games", "2"]) == 0
    _, *_, heading, team, turns = capsys.readouterr().out.splitlines()
    assert heading.startswith("player ")
    assert team.startswith("random + random ")
    assert " of 2 " in team
    assert turns.startswith("Submissions a match: ")


def test_teams_have_a_line_for_each_level_and_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    teams = ["match", "random", "--game", "fairytale", "--games", "2", "--teams", "1", "3", "--options", "tiles=plain"]
    assert main(teams) == 0
    title, heading, *lines = capsys.readouterr().out.splitlines()
    assert title == "The Last Fairy Tale, tiles=plain, random; seed 1"
    assert heading.split()[:4] == ["level", "players", "won", "share"]
    shown = [line.split()[:2] for line in lines]
    assert shown == [[level, seats] for level in ("easy", "normal", "hard") for seats in ("1", "3")]
    assert all(" of 2 " in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["easy"], "Fortify is for 2 players, not 1."),
        (["easy", "strong"], "There is no player strong."),
        (["easy", "0"], "There is no player 0."),
        (["easy", "hard", "--games", "0"], "At least one match is played, in at least one process."),
        (
            ["easy", "hard", "--game", "chess"],
            "There is no game chess: the games are fortify, fortac, fortress, fairytale.",
        ),
        (["easy", "--teams", "2"], "In Fortify players don’t win together, so there are no teams to count."),
        (
            ["easy", "hard", "--game", "fairytale", "--teams", "2"],
            "With --teams name one player: all of a team are the same.",
        ),
        (["easy", "--game", "fairytale", "--teams", "6"], "The Last Fairy Tale is for 1 to 5 players, not 6."),
        (["easy", "hard", "--options", "size=9"], "Fortify has no option size."),
        (["easy", "hard", "--options", "map=9"], "map: Map must be one of 4x5, 5x5, own, not “9”."),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *arguments]) == BAD_INPUT
    assert capsys.readouterr().err == f"{fault}\n"
