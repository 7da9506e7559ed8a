"""A club's archive from an earlier release comes in whole: that is how a site from before 1.0 moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from matches.models import Match, Seat
from matches.verify.replay import verify
from tests.support.factories import UserFactory
from tournaments.models import Club

from .facts import CLUB, facts_of, told

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent
NAMES = {*"Jörg Ann Ben Cleo Dan Eve Fay Gus Ron Ivo Kim Ada Bea Cem Dov Edo".split()}


@pytest.mark.parametrize("file", sorted(HERE.glob("*/club.zip")), ids=lambda file: file.parent.name)
def test_a_club_comes_in_whole(file: Path) -> None:
    olga = UserFactory(display_name="Olga")
    call_command("club_archive", "in", str(file), "--owner", "Olga", "--as", "Olga")

    club = Club.objects.get()
    assert club.name == CLUB
    assert told() == facts_of(file.parent.name)
    assert {arrival.name for arrival in club.arrivals.all()} == NAMES
    assert club.memberships.get(role="owner").player == olga
    assert [str(each) for _match, found in verify(Match.objects.all()) for each in found] == []
    assert not Seat.objects.filter(deadline__isnull=False).exists()  # clocks wait for an organiser
