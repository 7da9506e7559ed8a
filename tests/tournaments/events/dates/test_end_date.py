"""The end of an event or a season is moved while it runs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import TurnMail, User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support.composed_mails import message_of, text_of
from tests.support.people import LogIn
from tests.support.rows import refresh
from tests.support.running_events import begun, lines, organiser_of, pairings, running, work_off
from tests.support.season_at_its_end import DAY, season_at_its_end
from tests.support.seasons import log_of
from tests.support.seasons import organiser_of as organiser_of_club
from tournaments import sweep
from tournaments.events.dates import end_date
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import Entry, Event, Round, Season, Vacancy

pytestmark = pytest.mark.usefixtures("committing")
WHY = "Two of you are ill."
KIND = "event_end_moved"


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """A round robin of four without an end, and a season of two divisions of two whose end has come."""
    season = season_at_its_end((2, 2))
    return begun(4, format="round_robin").pk, season.pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def season(_made: tuple[int, int]) -> Season:
    return Season.objects.get(pk=_made[1])


def in_days(days: int) -> datetime:
    return timezone.now().replace(second=0, microsecond=0) + days * DAY


def move(whole: Event | Season, to: datetime | None, *, seen: str | None = None, reason: str = WHY) -> None:
    whole.refresh_from_db()
    by = organiser_of(whole) if isinstance(whole, Event) else organiser_of_club(whole.league.club)
    scope = Scope(whole)
    end_date.move(scope, to, by=by, reason=reason, seen=scope.end_key if seen is None else seen)
    whole.refresh_from_db()


def told() -> list[str]:
    mails = OutboxMail.objects.filter(kind=KIND).select_related("user").order_by("pk")
    return [mail.user.display_name for mail in mails if mail.user]


def test_a_round_robin_gets_an_end_and_its_players_hear_of_it_once(event: Event) -> None:
    to = datetime(2027, 3, 1, 18, 30, tzinfo=UTC)
    with_end = to + 9 * DAY
    move(event, to)
    move(event, to, seen="")  # sent twice
    assert event.ends_at == to
    assert sorted(told()) == ["Ada", "Ben", "Cleo", "Dora"]
    assert lines(event)[-1] == "The end was set: 1 March 2027, 18:30 UTC."
    assert event.log.latest("pk").reason == WHY
    move(event, with_end)
    assert lines(event)[-1] == "The end was moved from 1 March 2027, 18:30 UTC to 10 March 2027, 18:30 UTC."
    move(event, None)
    assert lines(event)[-1] == "The end date was removed. It was 10 March 2027, 18:30 UTC."
    assert event.ends_at is None


def test_when_its_end_has_come_no_round_begins_and_when_it_is_moved_one_does(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() - DAY)
    for each in pairings(event, 1):
        each.decided_at = timezone.now()
        each.white_code, each.black_code = "=", "="
        each.save()
    sweep.sweep_events()
    assert running(event) == []
    move(event, in_days(9))
    work_off()
    assert running(event) == [2]


def test_the_end_of_a_season_is_that_of_its_divisions(season: Season) -> None:
    to = in_days(9)
    move(season, to)
    assert season.ends_at == to
    divisions = Event.objects.filter(division__season=season)
    assert {event.ends_at for event in divisions} == {to}
    assert all("The end was moved from" in lines(event)[-1] for event in divisions)
    assert log_of(season.league.club)[-1].startswith("Sunday League, Spring: The end was moved from")
    assert len(told()) == 4


def test_a_divisions_end_is_its_seasons(season: Season, log_in: LogIn) -> None:
    event = Event.objects.filter(division__season=season).first()
    assert event is not None
    organiser = organiser_of_club(season.league.club)
    with pytest.raises(TournamentRefused, match="Move the season’s end instead"):
        end_date.move(Scope(event), in_days(9), by=organiser, reason=WHY, seen=Scope(event).end_key)
    page = log_in(organiser).get(f"/events/{event.pk}/manage/end/").content.decode()
    assert 'href="/clubs/northside/leagues/sunday-league/1/end/"' in page


def test_a_divisions_play_is_not_ended_alone(season: Season, log_in: LogIn) -> None:
    Event.objects.filter(division__season=season).update(ends_at=None, rounds=9)
    Season.objects.update(ends_at=None)
    event = Event.objects.filter(division__season=season).first()
    assert event is not None
    browser = log_in(organiser_of_club(season.league.club))
    assert "ends_play" not in browser.get(f"/events/{event.pk}/manage/unfinished/").text
    assert "ends_play" in browser.get("/clubs/northside/leagues/sunday-league/1/unfinished/").text


@pytest.mark.parametrize(
    ("days", "reason", "said"),
    [
        (-1, WHY, "This time has passed."),
        (3 * 366 + 9, WHY, "within three years"),
        (9, "", "Give a reason"),
    ],
)
def test_what_cannot_be_its_end_is_refused(event: Event, days: int, reason: str, said: str) -> None:
    with pytest.raises(TournamentRefused, match=said):
        move(event, in_days(days), reason=reason)
    assert refresh(event).ends_at is None
    assert told() == []


def test_nobodys_change_is_overruled_unseen(event: Event) -> None:
    move(event, in_days(9))
    with pytest.raises(TournamentRefused, match="The end has moved since you looked"):
        move(event, in_days(5), seen="")


def test_it_is_moved_only_while_it_runs(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.FINISHED)
    with pytest.raises(TournamentRefused, match="while play is under way"):
        move(event, in_days(9))


def test_overdue_rounds_have_until_the_new_end_and_others_keep_theirs(event: Event) -> None:
    Round.objects.filter(event=event, number=1).update(due_at=timezone.now() - DAY, overdue_told_at=timezone.now())
    to = in_days(9)
    move(event, to)
    assert Round.objects.get(event=event, number=1).due_at == to
    assert lines(event)[-1].endswith(" Overdue rounds have until then.")
    Round.objects.filter(event=event, number=1).update(due_at=timezone.now() + DAY)
    move(event, to + DAY)
    assert Round.objects.get(event=event, number=1).due_at < to  # type: ignore[operator]
    assert "Overdue" not in lines(event)[-1]


def test_a_free_place_is_kept_no_longer_than_the_season_lasts(season: Season) -> None:
    entry = Entry.objects.filter(event__division__season=season).latest("pk")
    begins = timezone.now()
    kept = Vacancy.objects.create(entry=entry, at=begins, until=begins, starts_anew=False)
    for days, longest in ((2, in_days(2)), (30, begins + season.replace_days * DAY)):
        to = in_days(days)
        move(season, to)
        assert refresh(kept).until == min(to, longest)


def test_the_mail_says_when_and_why_and_is_not_sent_once_the_end_has_moved_on(event: Event) -> None:
    User.objects.filter(display_name="Ada").update(time_zone="Europe/Berlin")
    move(event, datetime(2027, 3, 1, 18, 30, tzinfo=UTC))
    mail = OutboxMail.objects.get(kind=KIND, user__display_name="Ada")
    message = message_of(mail)
    assert message.subject == f"{event.name}: play now ends on Mon 1 Mar 2027"
    text = text_of(message)
    assert f"{event.name} now ends on Mon 1 Mar 2027, 19:30" in text
    assert "The organisers write: “Two of you are ill.”" in text
    move(event, None)
    assert compose(OutboxMail.objects.get(pk=mail.pk)) is None
    assert message_of(OutboxMail.objects.filter(kind=KIND).latest("pk")).subject == (f"{event.name}: end date removed")


def test_who_wishes_for_one_mail_a_day_gets_it_with_that(event: Event) -> None:
    at = timezone.now() + timedelta(hours=5)
    User.objects.filter(display_name="Ada").update(turn_mail=TurnMail.DIGEST, digest_at=at)
    move(event, in_days(9))
    waits = {mail.user.display_name: mail.next_try_at for mail in OutboxMail.objects.filter(kind=KIND) if mail.user}
    assert abs(waits["Ada"] - at) < timedelta(minutes=1)
    assert waits["Ben"] <= timezone.now()


def test_the_page_keeps_what_was_typed(event: Event, log_in: LogIn) -> None:
    browser, at = log_in(organiser_of(event)), f"/events/{event.pk}/manage/end/"
    answer = browser.post(at, {"ends_at": "2020-01-01T10:00", "reason": WHY, "seen": ""})
    assert answer.status_code == 422
    assert "This time has passed." in answer.content.decode()
    assert 'value="2020-01-01T10:00"' in answer.content.decode()
    assert WHY in answer.content.decode()
    sent = {"ends_at": f"{in_days(9):%Y-%m-%dT%H:%M}", "reason": WHY, "seen": ""}
    assert browser.post(at, sent).status_code == 303
    event.refresh_from_db()
    assert event.ends_at is not None
