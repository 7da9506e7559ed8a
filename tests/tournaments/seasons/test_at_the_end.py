"""What is said and done at a season's end while players still play, and whoever reads it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support import running_events
from tests.support.composed_mails import message_of
from tests.support.rows import require
from tests.support.season_at_its_end import apply, season_at_its_end
from tests.support.seasons import club, league, opened, organiser_of, propose, register
from tournaments import sweep
from tournaments.locking.season import is_played_out
from tournaments.models import Event, Pairing, Season
from tournaments.rounds import organiser_causes
from tournaments.rounds.results import match_finished
from tournaments.seasons.line_up import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Of two divisions of two, with a match in each."""
    return season_at_its_end((2, 2))


def test_a_match_that_ended_by_itself_meanwhile_keeps_its_result_and_holds_up_no_other(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Pairing.objects.select_related("match").earliest("pk")
    with monkeypatch.context() as busy:
        busy.setattr(match_finished, "take_result", lambda _: None)  # nobody has got to its result yet
        running_events.win(require(first.match), first.white.shown_name)
    apply(season)

    first.refresh_from_db()
    assert (first.white_code, first.black_code) == ("1", "0")
    assert not Pairing.objects.filter(decided_at=None).exists()


def told_that_all_is_over() -> list[OutboxMail]:
    mails = OutboxMail.objects.filter(kind=organiser_causes.KIND, context__what=organiser_causes.LAST_DONE)
    return [mail for mail in mails.order_by("pk") if compose(mail) is not None]


def test_its_organisers_hear_once_that_all_is_over_however_many_divisions_end_together(season: Season) -> None:
    apply(season)
    sweep.sweep_events()
    (mail,) = told_that_all_is_over()
    assert mail.user == organiser_of(season.league.club)
    assert message_of(mail).subject == "Sunday League, Spring: all matches are over"


def test_not_all_is_over_while_a_swiss_waits_for_the_date_of_a_round_that_is_not_paired_yet() -> None:
    terms = {"format": "swiss", "rounds": 2, "round_start": "date", "round_days": 7}
    swiss = opened(league(club()), (4,), **terms)
    register(swiss, "Ann Ben Cleo Dora")
    propose(swiss)
    swiss = publish.publish(swiss, by=organiser_of(swiss.league.club))
    running_events.work_off()
    running_events.play_round(Event.objects.get(), 1)
    sweep.sweep_events()
    assert list(Event.objects.get().round_set.values_list("number", "stage")) == [(1, "closed")]
    assert not is_played_out(swiss)
    swiss.ends_at = timezone.now()
    assert is_played_out(swiss)
