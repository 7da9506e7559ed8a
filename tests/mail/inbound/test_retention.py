"""What people wrote to the site is not kept for ever, nor after they have left."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from fortify_site.profiles.export_data import export_account
from mail import tasks
from mail.inbound import retention, store
from mail.models import InboundMail, RefusedMail
from tests.support.inbound import ADDRESS, SMTP, kept, letter
from timekeeping import clock

pytestmark = pytest.mark.django_db
Status = InboundMail.Status


def from_(sender: str, number: int, **columns: object) -> InboundMail:
    store.store_mail(letter(message_id=f"<{number}@x>"), via=SMTP, sender=sender, recipients=[ADDRESS])
    mail = InboundMail.objects.latest("pk")
    InboundMail.objects.filter(pk=mail.pk).update(**columns)
    return mail


def left() -> list[int]:
    return list(InboundMail.objects.order_by("pk").values_list("pk", flat=True))


def test_a_mail_is_deleted_thirty_days_after_it_came_in() -> None:
    month = timedelta(days=30)
    old, young = kept(), kept(letter(message_id="<2@x>"))
    InboundMail.objects.update(status=Status.DONE)
    InboundMail.objects.filter(pk=old.pk).update(arrived_at=clock.now() - month - timedelta(minutes=1))
    InboundMail.objects.filter(pk=young.pk).update(arrived_at=clock.now() - month + timedelta(minutes=1))
    assert tasks.forget_mails() == 1
    assert left() == [young.pk]


@pytest.mark.parametrize(("status", "stays"), [("waiting", 1), ("set_aside", 0), ("ignored", 0), ("done", 0)])
def test_one_that_waits_to_be_read_is_not_deleted_unread(status: str, stays: int) -> None:
    kept()
    InboundMail.objects.update(status=status)
    retention.forget_old(clock.now() + timedelta(days=31))
    assert len(left()) == stays


@pytest.mark.parametrize("status", ["set_aside", "ignored", "done"])
def test_what_no_player_wrote_is_kept_only_in_number(
    monkeypatch: pytest.MonkeyPatch, player: User, status: str
) -> None:
    monkeypatch.setattr(retention, "MOST_ANONYMOUS", 2)
    own = from_("ada@players.example", 1, user=player, status=status)
    waiting = from_("", 2)
    anonymous = [from_("", number, status=status) for number in range(3, 7)]
    assert tasks.forget_mails() == 2
    assert left() == [own.pk, waiting.pk, *(mail.pk for mail in anonymous[2:])]


def test_the_counts_of_what_was_refused_go_as_the_mails_do() -> None:
    now = clock.now()
    for days in (29, 31):
        RefusedMail.objects.create(hour=now - timedelta(days=days), via="smtp", why="unknown")
    tasks.forget_mails()
    assert RefusedMail.objects.count() == 1


def test_who_deletes_the_account_leaves_no_mail_behind(player: User, stranger: User) -> None:
    EmailAddress.objects.create(user=player, email="ada@work.example", verified=True)
    from_("someone@forged.example", 1, user=player)
    from_("Ada@Players.example", 2)
    from_("ada@work.example", 3)
    others = from_("cleo@players.example", 4, user=stranger)
    delete_account(player)
    assert left() == [others.pk]


def test_a_players_own_mails_are_in_the_file_of_what_is_kept(player: User, stranger: User) -> None:
    from_("ada@players.example", 1, user=player, outcome="played", words="b3+ was played.")
    from_("someone@forged.example", 2, user=player, outcome="confirm")
    from_("cleo@players.example", 3, user=stranger)
    own, forged = export_account(player)["replies"]
    assert (own["outcome"], own["words"]) == ("played", "b3+ was played.")
    assert own["mail"] == letter(message_id="<1@x>").decode()
    assert (forged["outcome"], forged["mail"]) == ("confirm", None)
