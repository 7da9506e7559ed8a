"""Deadlines worked out by hand: weekends, nights and vacation, over changes of the clocks and leap days."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from matches.time_control.time_control import (
    DAY,
    HOUR,
    NO_PAUSES,
    Pauses,
    Why,
    advance,
    elapsed,
    joined,
    paused_until,
    why_paused,
)


def at(day: str, clock: str = "00:00") -> datetime:
    """A moment of UTC."""
    return datetime.fromisoformat(f"{day}T{clock}:00+00:00")


BERLIN = Pauses("Europe/Berlin", weekends=True)
WEEKENDS = Pauses("UTC", weekends=True)
NIGHTS = Pauses("UTC", night=time(22))


class TestWithoutPauses:
    def test_a_day_has_24_hours_whatever_the_clocks_do(self) -> None:
        # The clocks of Berlin go forward on 29 March and back on 25 October.
        assert advance(at("2026-03-28", "12:00"), 3 * DAY) == at("2026-03-31", "12:00")
        assert advance(at("2026-10-24", "12:00"), 3 * DAY) == at("2026-10-27", "12:00")

    def test_a_leap_day_is_a_day(self) -> None:
        # 27, 28, 29 February, 1 March; and in the year before 27, 28 February, 1, 2 March.
        assert advance(at("2028-02-27", "12:00"), 3 * DAY) == at("2028-03-01", "12:00")
        assert advance(at("2027-02-27", "12:00"), 3 * DAY) == at("2027-03-02", "12:00")

    def test_it_never_stands_still(self) -> None:
        assert paused_until(at("2026-11-21"), NO_PAUSES) is None
        assert why_paused(at("2026-11-21"), NO_PAUSES) is None


class TestWeekends:
    def test_saturday_and_sunday_do_not_count(self) -> None:
        # From Friday 18:00: 6 hours until midnight; from Monday 00:00 the other 18.
        assert advance(at("2026-11-20", "18:00"), DAY, WEEKENDS) == at("2026-11-23", "18:00")

    def test_a_clock_that_starts_on_one_runs_from_monday(self) -> None:
        assert advance(at("2026-11-21", "15:00"), HOUR, WEEKENDS) == at("2026-11-23", "01:00")
        assert paused_until(at("2026-11-21", "15:00"), WEEKENDS) == at("2026-11-23")

    def test_a_bank_that_lasts_until_friday_midnight_ends_there(self) -> None:
        assert advance(at("2026-11-20", "18:00"), 6 * HOUR, WEEKENDS) == at("2026-11-21")

    def test_ten_days_of_time_are_two_weeks(self) -> None:
        assert advance(at("2026-11-23"), 10 * DAY, WEEKENDS) == at("2026-12-05")
        assert elapsed(at("2026-11-23"), at("2026-12-07"), WEEKENDS) == 10 * DAY

    def test_they_are_the_players_own(self) -> None:
        # 20 November 2026, 16:00 UTC, is Saturday, 01:00, in Tokyo and Friday, 06:00, in Honolulu.
        moment = at("2026-11-20", "16:00")
        tokyo, honolulu = Pauses("Asia/Tokyo", weekends=True), Pauses("Pacific/Honolulu", weekends=True)
        assert paused_until(moment, tokyo) == at("2026-11-22", "15:00")  # Monday, 00:00, in Tokyo
        assert paused_until(moment, honolulu) is None

    def test_one_on_which_the_clocks_go_forward_is_an_hour_shorter(self) -> None:
        # Friday 27 March 2026, 12:00 CET, is 11:00 UTC. Twelve hours until midnight, 23:00 UTC.
        # Monday 30 March begins at 00:00 CEST, which is Sunday, 22:00 UTC: 47 hours later.
        # The other twelve hours end on Monday at noon, 10:00 UTC.
        assert advance(at("2026-03-27", "11:00"), DAY, BERLIN) == at("2026-03-30", "10:00")

    def test_one_on_which_the_clocks_go_back_is_an_hour_longer(self) -> None:
        # Friday 23 October 2026, 12:00 CEST, is 10:00 UTC. Twelve hours until midnight, 22:00 UTC.
        # Monday 26 October begins at 00:00 CET, which is Sunday, 23:00 UTC: 49 hours later.
        # The other twelve hours end on Monday at noon, 11:00 UTC.
        assert advance(at("2026-10-23", "10:00"), DAY, BERLIN) == at("2026-10-26", "11:00")

    def test_a_saturday_whose_last_hour_comes_twice(self) -> None:
        # Santiago, 4 April 2026: at 24:00, 03:00 UTC, the clocks go back to 23:00 of that Saturday.
        # The weekend is from Saturday, 03:00 UTC, to Monday, 04:00 UTC.
        santiago = Pauses("America/Santiago", weekends=True)
        assert paused_until(at("2026-04-04", "03:00"), santiago) == at("2026-04-06", "04:00")
        assert paused_until(at("2026-04-04", "02:59"), santiago) is None

    def test_a_leap_day_may_be_a_sunday(self) -> None:
        # Friday 27 February 2032; the 28th and 29th are the weekend; Monday is 1 March.
        assert advance(at("2032-02-27"), 2 * DAY, WEEKENDS) == at("2032-03-02")

    def test_a_friday_that_never_was(self) -> None:
        # Samoa crossed the date line: after Thursday 29 December 2011 (UTC-10) came Saturday the 31st (UTC+14).
        # Thursday, 12:00, is 22:00 UTC. Twelve hours until midnight, 10:00 UTC on the 30th; then it is Saturday.
        # Monday 2 January begins at 10:00 UTC on the 1st; the other twelve hours end at its noon.
        apia = Pauses("Pacific/Apia", weekends=True)
        assert advance(at("2011-12-29", "22:00"), DAY, apia) == at("2012-01-01", "22:00")


class TestNights:
    def test_nine_hours_do_not_count(self) -> None:
        # From 20:00: two hours until 22:00; from 07:00 the third.
        assert advance(at("2026-11-23", "20:00"), 3 * HOUR, NIGHTS) == at("2026-11-24", "08:00")

    def test_a_day_has_15_hours(self) -> None:
        # 07:00 to 22:00, twice; the second night begins when the bank is empty.
        assert advance(at("2026-11-23", "07:00"), 30 * HOUR, NIGHTS) == at("2026-11-24", "22:00")

    @pytest.mark.parametrize("clock", ["22:00", "23:59", "00:00", "07:00", "12:00", "21:59"])
    def test_it_stands_still_until_the_morning_and_by_day_it_runs(self, clock: str) -> None:
        day, is_night = ("2026-11-23", True) if clock >= "22:00" else ("2026-11-24", clock < "07:00")
        assert paused_until(at(day, clock), NIGHTS) == (at("2026-11-24", "07:00") if is_night else None)

    def test_one_may_lie_within_a_day(self) -> None:
        # For somebody who works nights: from 08:00 to 17:00.
        early = Pauses("UTC", night=time(8))
        assert advance(at("2026-11-23", "07:00"), 2 * HOUR, early) == at("2026-11-23", "18:00")

    def test_one_may_end_at_midnight(self) -> None:
        late = Pauses("UTC", night=time(15))
        assert paused_until(at("2026-11-23", "15:00"), late) == at("2026-11-24")
        assert advance(at("2026-11-23"), 15 * HOUR + HOUR, late) == at("2026-11-24", "01:00")

    def test_a_night_in_which_the_clocks_go_forward_has_eight_hours(self) -> None:
        # Berlin, 28 March 2026: from 20:00 CET, 19:00 UTC, two hours until 22:00, 21:00 UTC.
        # It is 07:00 CEST at 05:00 UTC, eight hours later; the other two end at 09:00 CEST.
        night = Pauses("Europe/Berlin", night=time(22))
        assert advance(at("2026-03-28", "19:00"), 4 * HOUR, night) == at("2026-03-29", "07:00")

    def test_a_night_in_which_half_an_hour_comes_twice_has_nine_and_a_half(self) -> None:
        # Lord Howe, 4 April 2026: from 20:00 (UTC+11), 09:00 UTC, two hours until 22:00, 11:00 UTC.
        # At 02:00 the clocks go back to 01:30 (UTC+10:30), so that it is 07:00 at 20:30 UTC; two hours more.
        night = Pauses("Australia/Lord_Howe", night=time(22))
        assert advance(at("2026-04-04", "09:00"), 4 * HOUR, night) == at("2026-04-04", "22:30")

    def test_what_the_clock_reads_counts_even_where_it_reads_so_twice(self) -> None:
        # Berlin, 25 October 2026: the night begins at 02:30 CEST, 00:30 UTC. At 03:00, 01:00 UTC, it is 02:00 again:
        # half an hour of day, until 02:30 CET, 01:30 UTC. The night then lasts until 11:30 CET, 10:30 UTC.
        night = Pauses("Europe/Berlin", night=time(2, 30))
        assert elapsed(at("2026-10-25", "00:30"), at("2026-10-25", "10:30"), night) == timedelta(minutes=30)
        assert paused_until(at("2026-10-25", "00:30"), night) == at("2026-10-25", "01:00")
        assert paused_until(at("2026-10-25", "01:30"), night) == at("2026-10-25", "10:30")

    def test_one_that_begins_at_a_time_which_is_left_out_begins_with_the_hour_after_it(self) -> None:
        # Berlin, 29 March 2026: the night is from 02:30 to 11:30. From 02:00 CET, 01:00 UTC, it is 03:00 CEST at once.
        night = Pauses("Europe/Berlin", night=time(2, 30))
        assert paused_until(at("2026-03-29", "00:59"), night) is None
        assert paused_until(at("2026-03-29", "01:00"), night) == at("2026-03-29", "09:30")

    def test_a_quarter_of_an_hour_off_greenwich(self) -> None:
        # Kathmandu is at UTC+5:45 all year: 22:00 is 16:15 UTC, 07:00 is 01:15 UTC.
        night = Pauses("Asia/Kathmandu", night=time(22))
        assert paused_until(at("2026-11-23", "16:15"), night) == at("2026-11-24", "01:15")

    def test_the_night_before_monday_follows_on_the_weekend(self) -> None:
        both = Pauses("UTC", weekends=True, night=time(22))
        assert paused_until(at("2026-11-20", "22:00"), both) == at("2026-11-23", "07:00")


class TestVacation:
    AWAY = Pauses(vacation=((at("2026-11-18", "12:00"), at("2026-11-21", "12:00")),))

    def test_it_does_not_count_and_changes_nothing_before_and_after(self) -> None:
        # From Tuesday noon: a day until Wednesday noon; then from Saturday noon the second.
        assert advance(at("2026-11-17", "12:00"), 2 * DAY, self.AWAY) == at("2026-11-22", "12:00")
        assert advance(at("2026-11-17", "12:00"), DAY, self.AWAY) == at("2026-11-18", "12:00")
        assert advance(at("2026-11-21", "12:00"), DAY, self.AWAY) == at("2026-11-22", "12:00")

    def test_one_that_ends_on_a_weekend_the_clock_does_not_begin_to_run_in(self) -> None:
        # From Tuesday noon: a day until Wednesday noon. Vacation until Saturday, weekend until Monday; the second day.
        both = Pauses("UTC", weekends=True, vacation=self.AWAY.vacation)
        assert paused_until(at("2026-11-18", "12:00"), both) == at("2026-11-23")
        assert advance(at("2026-11-17", "12:00"), 2 * DAY, both) == at("2026-11-24")

    def test_two_in_one_match_both_count(self) -> None:
        two = Pauses(vacation=(*self.AWAY.vacation, (at("2026-11-22"), at("2026-11-23"))))
        # 24 hours until Wednesday noon, 12 on Saturday, and the last 12 on Monday.
        assert advance(at("2026-11-17", "12:00"), 2 * DAY, two) == at("2026-11-23", "12:00")


@pytest.mark.parametrize(
    ("moment", "why"),
    [
        (at("2026-11-18", "12:00"), "vacation"),
        (at("2026-11-21", "11:59"), "vacation"),
        (at("2026-11-21", "12:00"), "weekend"),
        (at("2026-11-22", "23:00"), "weekend"),
        (at("2026-11-23", "06:59"), "night"),
        (at("2026-11-23", "07:00"), None),
    ],
)
def test_the_reason_is_the_longest_of_the_pauses(moment: datetime, why: Why | None) -> None:
    pauses = Pauses("UTC", weekends=True, night=time(22), vacation=TestVacation.AWAY.vacation)
    assert why_paused(moment, pauses) == why


def test_spans_that_overlap_or_touch_are_one() -> None:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    spans = [
        (noon + 5 * HOUR, noon + 6 * HOUR),
        (noon, noon + 2 * HOUR),
        (noon + HOUR, noon + 3 * HOUR),
        (noon + 3 * HOUR, noon + 4 * HOUR),
        (noon + HOUR, noon + HOUR),
        (noon, noon + HOUR),
    ]
    assert joined(spans) == ((noon, noon + 4 * HOUR), (noon + 5 * HOUR, noon + 6 * HOUR))


def test_a_clock_that_never_stands_still_is_stored_as_nothing() -> None:
    assert Pauses("Europe/Berlin").dump() == {}
    assert Pauses.load({}) == NO_PAUSES
