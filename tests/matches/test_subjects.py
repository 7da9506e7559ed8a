"""Subjects that say “Your turn”, for readers who wish it, offered in the first email about a turn."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.test import Client

from accounts.models import User
from mail.models import OutboxMail
from mail.preferences import unsubscribe
from tests.support import every_mail
from tests.support.composed_mails import deliver_all, html_of, latest, message_of, text_of
from tests.support.factories import GuestFactory, MatchFactory, UserFactory

OFFER = "Should subjects say “Your turn”?"


@pytest.fixture(params=[UserFactory, GuestFactory], ids=["player", "guest"])
def reader(request: pytest.FixtureRequest, db: None) -> User:
    made: User = request.param()
    return made


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (every_mail.your_turn, "Your turn: "),
        (every_mail.reminder, "Your turn: "),
        (every_mail.draw_offered, "Draw offer: "),
        (every_mail.said, "Message: "),
        (every_mail.match_over, "You won: "),
        (every_mail.taken_back, ""),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_only_readers_who_wish_it_see_in_the_subject_what_the_email_says(
    db: None, make: every_mail.Make, says: str
) -> None:
    mail = make()
    plain = message_of(mail).subject
    assert mail.user is not None
    User.objects.filter(pk=mail.user.pk).update(subjects_say=True)
    assert message_of(OutboxMail.objects.get(pk=mail.pk)).subject == says + plain


def test_the_wish_is_offered_once_and_chosen_without_a_login(reader: User, client: Client) -> None:
    MatchFactory(players=[reader, UserFactory()])
    first = message_of(latest("your_turn", reader))
    address = unsubscribe.unsubscribe_url(reader, unsubscribe.SUBJECTS)
    assert OFFER in text_of(first)
    assert address in text_of(first)
    assert address in html_of(first)
    deliver_all()
    MatchFactory(players=[reader, UserFactory()])
    assert OFFER not in text_of(message_of(latest("your_turn", reader)))
    path = address.removeprefix(site.SITE_URL)
    assert b"checked" in client.get(path).content
    for chosen, wished in (("on", True), ("off", False)):
        assert client.post(path, {"mail": chosen}).status_code == 200
        reader.refresh_from_db()
        assert reader.subjects_say is wished
    assert client.post(path, {"mail": "maybe"}).status_code == 422
    assert client.get(path[:-3] + "xx/").status_code == 404
