"""One person who does and undoes the same thing, so that someone else is emailed or must wait."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from mail.models import OutboxMail
from matches.offers import answers
from matches.offers.refused import OfferRefused
from tests.support.factories import UserFactory
from tests.support.tables import table_of

from .tally import Tally

QUARTER = timedelta(minutes=15)


@pytest.mark.fault(number=46)
@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_and_left_40_times_is_one_email_in_a_quarter_of_an_hour(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=20):
        host, restless = UserFactory(), UserFactory()
        table = table_of(host)
        told = OutboxMail.objects.filter(user=host, kind="seat_changed").exclude(status="dropped").order_by("pk")
        refusals = []
        for _ in range(40):
            try:
                answers.accept_place(table, restless)
                answers.decline(table, restless)
            except OfferRefused as refused:
                refusals.append((refused.message, refused.status))
        assert set(refusals) == {
            ("You’ve taken and left a seat at this table too often today. Try again tomorrow.", 429)
        }
        first, second = told
        assert (first.context["is_taken"], second.context["is_taken"]) == (True, False)
        assert second.next_try_at - first.next_try_at >= QUARTER


@pytest.mark.fault(number=46)
@pytest.mark.django_db(transaction=True)
def test_what_is_undone_before_it_is_told_is_not_told(tally: Tally) -> None:
    """No email tells of a seat that is left and soon taken again, and the next day it can be taken once more."""
    host, other = UserFactory(), UserFactory()
    table = table_of(host)
    told = OutboxMail.objects.filter(user=host, kind="seat_changed").exclude(status="dropped")
    for _ in tally.repeat(quick=1, long=1):
        answers.accept_place(table, other)
        answers.decline(table, other)
        assert told.count() == 2
        answers.accept_place(table, other)
        assert [mail.context["is_taken"] for mail in told] == [True]
        answers.decline(table, other)
        with time_machine.travel(timezone.now() + timedelta(days=1)):
            answers.accept_place(table, other)
