"""The host takes a club out and brings it in from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from matches.models import Match
from tests.support.club_archives import emptied, small_club
from tests.support.factories import UserFactory
from tournaments.models import Club, Event

pytestmark = [pytest.mark.django_db, pytest.mark.either]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "dale.zip"
    call_command("club_archive", "out", small_club().slug, str(path))
    emptied()
    return path


def test_a_club_goes_out_and_comes_in_with_its_running_matches(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    owner = UserFactory(display_name="Anna", email="anna@players.example")
    options = ("--owner", "anna@players.example", "--as", "Ann", "--name", "Vale")
    call_command("club_archive", "in", str(file), *options, "--look")
    assert not Club.objects.exists()

    call_command("club_archive", "in", str(file), *options)
    told = capsys.readouterr().out
    assert "2 members, 1 events (1 of them run), 2 matches; 0 matches would begin anew" in told
    assert "/clubs/vale/" in told
    assert Club.objects.get().memberships.get(player=owner).role == "owner"
    assert owner.seats.count() == 2
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 1
    assert Event.objects.get().rated


def test_what_is_wrong_is_said_and_nothing_made(file: Path, tmp_path: Path) -> None:
    UserFactory(display_name="Anna")
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(file.read_bytes()[:-40])
    for arguments, words in (
        (("out", "nowhere", str(tmp_path / "x.zip")), "no club"),
        (("in", str(tmp_path / "x.zip"), "--owner", "Anna"), "No such file"),
        (("in", str(damaged), "--owner", "Anna"), "damaged or incomplete"),
        (("in", str(file)), "--owner"),
        (("in", str(file), "--owner", "Nobody"), "no player Nobody"),
        (("in", str(file), "--owner", "Anna", "--as", "Zoë"), "not exactly one Zoë"),
        (("in", str(file), "--owner", "Anna", "--name", "V"), "2 to 80 characters"),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("club_archive", *arguments)
    assert not Club.objects.exists()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"mine")
    with pytest.raises(CommandError, match="exists"):
        call_command("club_archive", "out", small_club().slug, str(path))
    assert path.read_bytes() == b"mine"
