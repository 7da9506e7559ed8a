"""The waits between attempts."""

from datetime import timedelta

from mail.outbox import retry


def all_waits() -> list[timedelta]:
    attempts = range(1, 100)
    return [wait for wait in map(retry.LEASE.wait_after, attempts) if wait is not None]


def test_it_tries_again_within_a_minute_or_so() -> None:
    assert retry.LEASE.wait_after(1) == timedelta(minutes=1)


def test_the_waits_never_get_shorter() -> None:
    assert all_waits() == sorted(all_waits())


def test_it_goes_on_for_at_least_two_days_and_not_for_five() -> None:
    assert timedelta(days=2) <= sum(all_waits(), timedelta()) < timedelta(days=5)


def test_it_gives_up_and_stays_given_up() -> None:
    attempts = len(all_waits())
    assert retry.LEASE.wait_after(attempts) is not None
    assert [retry.LEASE.wait_after(attempts + more) for more in (1, 2, 50)] == [None, None, None]
