"""A cup of the first of a final table."""

from __future__ import annotations

from http import HTTPStatus

import pytest

from accounts.models import User
from mail.models import OutboxMail
from tests.support.clubs import club_of
from tests.support.people import LogIn
from tests.support.refusals import refuses
from tests.support.rows import refresh, require
from tests.support.running_events import names, organiser_of
from tests.support.stored_events import stored
from tournaments.events import playoffs
from tournaments.events.ending import finish
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db

# Dora has won both. Ben and Ada have won one, and Ben has met the stronger. Cleo has won none.
TABLE = """
1: 4w1 3b1
2: 3b1 4w0
3: 2w0 1w0
4: 1b0 2b1
"""


@pytest.fixture
def event() -> Event:
    return stored(TABLE, "Dora Ada Cleo Ben", rounds=2, stage=Event.Stage.FINISHED, round_days=14)


@pytest.fixture
def organiser(event: Event) -> User:
    return organiser_of(event)


def seeds(cup: Event) -> list[str]:
    return names(cup.entries.select_related("player").order_by("seed"))


def test_the_first_of_the_table_are_entered_as_seeds(event: Event, organiser: User) -> None:
    cup = playoffs.make(event, 2, by=organiser)
    assert (cup.stage, cup.format, cup.seeding) == (Event.Stage.DRAFT, "cup", Event.Seeding.OWN)
    assert (cup.playoffs_of, cup.round_days, cup.control) == (event, 14, event.control)
    assert cup.name == f"{event.name}, playoffs"
    assert seeds(cup) == ["Dora", "Ben"]
    assert set(cup.organisers.all()) == {organiser}
    assert OutboxMail.objects.filter(kind="event_entered").count() == 2
    assert "Created playoffs of the first 2" in event.log.order_by("-pk")[0].words


def test_who_has_left_is_passed_over(event: Event, organiser: User) -> None:
    event.entries.filter(player__display_name="Dora").update(status=Entry.Status.WITHDRAWN)
    assert seeds(playoffs.make(event, 2, by=organiser)) == ["Ben", "Ada"]
    assert playoffs.sizes_for(event) == []


def tied(event: Event) -> list[tuple[int, list[str], int, bool]]:
    return [(tie.size, names(tie.entries), tie.places, tie.is_told_apart) for tie in playoffs.ties_of(event)]


def test_equal_points_on_the_last_place_are_pointed_out(event: Event, organiser: User) -> None:
    """Of four only the first two can leave someone out."""
    assert tied(event) == [(2, ["Ben", "Ada"], 0, True)]


@pytest.fixture
def level(event: Event) -> Event:
    """Nothing tells Ada and Ben apart."""
    Event.objects.filter(pk=event.pk).update(tie_breaks=[])
    return refresh(event)


def test_where_not_even_the_tie_breaks_tell_them_apart_an_organiser_chooses(level: Event, organiser: User) -> None:
    assert tied(level) == [(2, ["Ada", "Ben"], 1, False)]
    by_name = {entry.shown_name: entry.pk for entry in level.entries.all()}
    for chosen in ((), by_name.values(), [by_name["Cleo"]]):
        with refuses("Ada and Ben share the last place: choose the one who plays", field="chosen"):
            playoffs.make(level, 2, by=organiser, chosen=chosen, reason="Drawn.")
    with pytest.raises(TournamentRefused, match="Give a reason"):
        playoffs.make(level, 2, by=organiser, chosen=[by_name["Ada"]])
    assert playoffs.playoff_of(level) is None

    assert seeds(playoffs.make(level, 2, by=organiser, chosen=[by_name["Ada"]], reason="Drawn.")) == ["Dora", "Ada"]
    line = level.log.get(reason="Drawn.")
    assert line.words == "Level on the last place of the playoffs: Ada and Ben. Chosen: Ada."


def test_the_choice_is_made_on_the_organisers_page(level: Event, organiser: User, log_in: LogIn) -> None:
    client, address = log_in(organiser), f"/events/{level.pk}/manage/"
    page = client.get(address).content.decode()
    assert "Ada and Ben are level at the last place, even on tie-breaks" in page
    assert "The first 2; you choose between Ada and Ben" in page
    ben = level.entries.get(player__display_name="Ben").pk
    form = {"action": "playoffs", "size": "2", "reason": "Drawn."}
    refused = client.post(address, form)
    assert refused.status_code == HTTPStatus.CONFLICT
    assert refused.context["playing_off"].errors.keys() == {"chosen"}
    assert client.post(address, {**form, "chosen": ben}).status_code == HTTPStatus.SEE_OTHER
    cup = playoffs.playoff_of(level)
    assert seeds(require(cup)) == ["Dora", "Ben"]


def test_the_size_that_is_set_leaves_nobody_to_be_chosen(log_in: LogIn) -> None:
    """Ada and Cleo have won; of the others two would be among the first four."""
    table = "1: 2w1\n2: 1b0\n3: 4w1\n4: 3b0\n5: Z"
    event = stored(table, "Ada Ben Cleo Dora Emil", rounds=1, stage=Event.Stage.FINISHED, tie_breaks=[])
    assert tied(event) == [(4, ["Ben", "Dora", "Emil"], 2, False)]
    form = log_in(organiser_of(event)).get(f"/events/{event.pk}/manage/").context["playing_off"]
    assert form.initial["size"] == 2


def test_there_are_one_playoffs_unless_they_are_called_off(event: Event, organiser: User) -> None:
    assert playoffs.sizes_for(event) == [2, 4]
    cup = playoffs.make(event, 4, by=organiser)
    with pytest.raises(TournamentRefused, match="has playoffs already"):
        playoffs.make(event, 2, by=organiser)
    finish.cancel(cup, by=organiser, reason="Too many.")
    assert playoffs.sizes_for(event) == [2, 4]


@pytest.mark.parametrize(
    ("stage", "size", "words"),
    [("running", 2, "end the event first"), ("finished", 8, "aren’t that many"), ("finished", 3, "number of players")],
)
def test_it_is_refused_in_words(event: Event, organiser: User, stage: str, size: int, words: str) -> None:
    Event.objects.filter(pk=event.pk).update(stage=stage)
    with pytest.raises(TournamentRefused, match=words):
        playoffs.make(event, size, by=organiser)


def test_the_button_on_the_organisers_page_makes_them(event: Event, organiser: User, log_in: LogIn) -> None:
    client, address = log_in(organiser), f"/events/{event.pk}/manage/"
    assert b"Create playoffs" in client.get(address).content
    answer = client.post(address, {"action": "playoffs", "size": "4"})
    cup = playoffs.playoff_of(event)
    assert cup is not None
    assert (answer.status_code, answer.headers["Location"]) == (HTTPStatus.SEE_OTHER, f"/events/{cup.pk}/manage/")
    page = client.get(address).content.decode()
    assert "Create playoffs" not in page
    assert cup.name in page
    assert client.post(address, {"action": "playoffs", "size": "x"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_an_organiser_who_is_not_in_the_club_makes_them_for_the_club(event: Event, organiser: User) -> None:
    event.club = club_of(name="Hill")
    event.save()
    assert playoffs.make(event, 2, by=organiser).club == event.club
