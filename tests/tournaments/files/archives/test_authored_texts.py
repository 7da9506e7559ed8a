"""A person who takes a place from an archive reads first what would stand there under their name."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from django.test import Client

from i18n.text import say
from matches.gate import chat, handover
from matches.models import LogEntry, Match
from matches.record.line_authors import lines_of
from tests.support.club_archives import archive, emptied, files, packed, small_club, zipped
from tests.support.factories import UserFactory
from tests.support.people import LogIn
from tournaments.clubs import news
from tournaments.files.archives import claim
from tournaments.files.archives.authored_texts import AuthoredTexts
from tournaments.files.archives.imports.club import ImportOptions, import_club
from tournaments.locking.club_log import note as note_club
from tournaments.locking.log import Kind, note
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Announcement, Card, Club

pytestmark = [pytest.mark.django_db, pytest.mark.either]


@pytest.fixture
def told() -> dict[str, str]:
    """Ann said and decided much; in the match that runs Nora took her seat over, and Olaf Nora's."""
    club = small_club()
    event = club.events.get()
    ann = club.memberships.get(player__display_name="Ann").player
    assert ann is not None
    club.memberships.filter(player=ann).update(words="May I?")
    news.tell(club, "Summer", "We play outside.", by=ann)
    Announcement.objects.create(event=event, by=ann, subject="Round two", text="It begins.")
    entry = event.entries.get(player=ann)
    Card.objects.create(entry=entry, player=ann, colour="red", lifted_by=ann, lifted_because="It was me.")
    note_club(club, say("Did something."), by=ann, reason="For the club.")
    note(event, Kind.RESULT, say("Gave a result."), by=ann, reason="For fun.")
    match = Match.objects.get(status=Match.Status.RUNNING)
    seat = match.seats.get(player=ann)
    chat.write_message(seat, "By Ann.", LogEntry.Via.SITE)
    for name in ("Nora", "Olaf"):
        handover.hand_over(seat, UserFactory(display_name=name))
        seat.refresh_from_db()
        chat.write_message(seat, f"By {name}.", LogEntry.Via.SITE)
    found = files(zipped(club))
    emptied()
    return found


@pytest.fixture
def club(told: dict[str, str]) -> Club:
    return import_club(archive(packed(told)), ImportOptions("Dale", UserFactory(display_name="Host"), None, True))


def words_of(club: Club, name: str) -> set[str]:
    return {
        words for each in AuthoredTexts(club.arrivals.get(name=name))[:] for words in (each.words, each.more) if words
    }


def test_it_is_all_there_and_nothing_of_others(club: Club) -> None:
    assert words_of(club, "Ann") == {
        *("May I?", "Summer", "We play outside.", "Round two", "It begins.", "It was me.", "By Ann."),
        *("Sent news to the members: “Summer”.", "Did something.", "For the club.", "Gave a result.", "For fun."),
    }
    assert words_of(club, "Nora") == {"By Nora."}
    assert words_of(club, "Olaf") == {"By Olaf."}


def test_it_is_read_a_part_at_a_time(club: Club) -> None:
    said = AuthoredTexts(club.arrivals.get(name="Ann"))
    assert len(said) == len(said[:]) > 3
    parts = [said[start : start + 3] for start in range(0, len(said), 3)]
    assert [each for part in parts for each in part] == said[:]


def test_the_page_shows_it_to_whoever_can_take_the_place(club: Club, log_in: LogIn) -> None:
    address = claim.url_of(club.arrivals.get(name="Ann")).removeprefix(settings.SITE_URL)
    page = log_in(UserFactory()).get(address).content.decode()
    assert "Texts from the archive under your name" in page
    assert "We play outside." in page
    assert "By Nora." not in page
    assert "We play outside." not in Client().get(address).content.decode()


def test_a_seat_is_whose_the_log_says(told: dict[str, str]) -> None:
    """Else words could be put under a name unseen."""
    (path,) = (path for path in told if path.endswith("round-02-board-001.json"))
    for change in ("since", "line"):
        match = json.loads(told[path])
        if change == "since":
            match["seats"][1]["since"] = 0
        else:
            match["handovers"][0]["line"] -= 1
        with pytest.raises(TournamentRefused, match="missing or invalid"):
            import_club(
                archive(packed({**told, path: json.dumps(match)})), ImportOptions("Dale", UserFactory(), None, True)
            )


def test_who_had_a_seat_has_it_again(club: Club) -> None:
    claim.claim(club.arrivals.get(name="Ann"), ann := UserFactory())
    claim.claim(club.arrivals.get(name="Nora"), nora := UserFactory())
    claim.claim(club.arrivals.get(name="Olaf"), olaf := UserFactory())
    seat = olaf.seats.get()
    assert {each.handovers.get().seat for each in (ann, nora)} == {seat}
    assert seat.since == nora.handovers.get().line.index
    said = [lines_of(each).exclude(message="").get().message for each in (ann, nora, olaf)]
    assert said == ["By Ann.", "By Nora.", "By Olaf."]
