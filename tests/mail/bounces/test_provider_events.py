"""What providers say about our emails is believed with the secret alone, and done once, in whichever order it comes."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
import time_machine
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from accounts.models import User
from mail.bounces import dead_addresses
from mail.bounces.provider_events import view
from mail.models import MailAddress, OutboxMail
from mail.outbox.queue import resend_mail
from matches.models import Seat
from tests.mail import providers
from tests.mail.providers import mailgun_event, post, postmark_bounce, sparkpost_event, sparkpost_events
from tests.support.factories import MatchFactory
from timekeeping import clock

from .conftest import deliver, fresh, stopped

Status = OutboxMail.Status
GONE = "550 5.1.1 The email account that you tried to reach does not exist"
FULL = "552 5.2.2 The mailbox is full"


@pytest.fixture(autouse=True)
def _posted_to(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.mail.providers"
    settings.ANYMAIL = providers.ANYMAIL


def about(mail: OutboxMail, event: str, said: str = "") -> int:
    assert mail.user is not None
    return mailgun_event(event, mail.message_id, mail.user.email, said=said)


class TestOneEvent:
    def test_a_bounce_blocks_the_address_and_holds_the_clock(
        self,
        sent: OutboxMail,
        player: User,
        player_seat: Seat,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            assert about(sent, "failed", GONE) == 200
        row = dead_addresses.trouble_of(player.email)
        assert row is not None
        assert row.words == GONE
        assert fresh(sent).status == Status.BOUNCED
        assert stopped(player_seat) == "mail"

    def test_a_full_mailbox_does_not_block_it(self, sent: OutboxMail, player: User) -> None:
        assert about(sent, "failed", FULL) == 200
        assert not dead_addresses.trouble_of(player.email)
        assert fresh(sent).status == Status.BOUNCED

    @pytest.mark.usefixtures("sent")
    @pytest.mark.parametrize("bounce_class", ["20", "22", "25", "51", "70"])
    def test_a_provider_that_gives_no_code_is_believed_where_it_is_sure(self, player: User, bounce_class: str) -> None:
        """anymail's word for a full mailbox, and for a passing failure, is the same as for one that is gone."""
        assert sparkpost_events(sparkpost_event("bounce", player.email, bounce_class=bounce_class)) == 200
        assert not dead_addresses.trouble_of(player.email)

    @pytest.mark.usefixtures("sent")
    @pytest.mark.parametrize(("kind", "is_gone"), [("HardBounce", True), ("SoftBounce", False), ("Transient", False)])
    def test_and_one_that_calls_it_hard(self, player: User, kind: str, is_gone: bool) -> None:
        assert postmark_bounce(kind, player.email) == 200
        assert bool(dead_addresses.trouble_of(player.email)) == is_gone

    def test_a_delay_is_nothing(self, sent: OutboxMail, player: User) -> None:
        assert about(sent, "delayed", "421 4.7.0 later") == 200
        assert not dead_addresses.trouble_of(player.email)
        assert fresh(sent).status == Status.SENT

    @pytest.mark.parametrize("event", ["complained", "unsubscribed"])
    def test_a_complaint_stops_mail(self, sent: OutboxMail, player: User, event: str) -> None:
        assert about(sent, event) == 200
        row = dead_addresses.trouble_of(player.email)
        assert row is not None
        assert row.complained_at is not None
        assert row.undeliverable_since is None

    @pytest.mark.usefixtures("sent")
    @pytest.mark.parametrize(("kind", "is_unwanted"), [("bounce", False), ("list_unsubscribe", True)])
    def test_what_the_provider_keeps_back_is_told_apart(self, player: User, kind: str, is_unwanted: bool) -> None:
        """It has bounced before, or is on the provider's list of those who want none."""
        assert sparkpost_events(sparkpost_event(kind, player.email, bounce_class="1" if is_unwanted else "10")) == 200
        row = dead_addresses.trouble_of(player.email)
        assert row is not None
        assert (row.undeliverable_since is None, row.complained_at is not None) == (is_unwanted, is_unwanted)

    def test_delivered_is_noted(self, sent: OutboxMail) -> None:
        assert about(sent, "delivered") == 200
        assert fresh(sent).delivered_at is not None

    def test_where_the_provider_has_ids_of_its_own_it_is_the_last_mail_before(
        self, sent: OutboxMail, player: User, opponent: User
    ) -> None:
        bounced_at = clock.now()
        with time_machine.travel(clock.now() + timedelta(hours=1), tick=False):
            later = deliver(OutboxMail.objects.get(match=MatchFactory(players=[player, opponent])))
            assert postmark_bounce("HardBounce", player.email, when=bounced_at) == 200
        assert (fresh(sent).status, fresh(later).status) == (Status.BOUNCED, Status.SENT)

    @pytest.mark.usefixtures("sent")
    def test_strangers_are_nothing(self) -> None:
        assert postmark_bounce("HardBounce", "eve@elsewhere.example") == 200
        assert mailgun_event("complained", "<x@elsewhere.example>", "eve@elsewhere.example") == 200
        assert not MailAddress.objects.exists()


class TestManyEvents:
    @pytest.mark.parametrize("order", sorted(set(itertools.permutations(["delivered", "failed", "failed", "delayed"]))))
    def test_in_any_order_and_again_it_comes_to_the_same(
        self, sent: OutboxMail, player: User, order: tuple[str, ...]
    ) -> None:
        for event in order * 2:
            assert about(sent, event, GONE) == 200
        row = dead_addresses.trouble_of(player.email)
        assert row is not None
        assert (row.failures, fresh(sent).status) == (1, Status.BOUNCED)

    def test_what_was_said_of_an_earlier_sending_is_nothing_to_the_next(self, sent: OutboxMail, player: User) -> None:
        first = sent.message_id
        about(sent, "failed", FULL)
        resend_mail(fresh(sent))
        deliver(sent)
        assert mailgun_event("failed", first, player.email, said=GONE) == 200
        assert fresh(sent).status == Status.SENT
        assert not dead_addresses.trouble_of(player.email)

    def test_posted_again_after_the_address_was_confirmed_it_blocks_nothing(
        self, sent: OutboxMail, player: User
    ) -> None:
        said_at = clock.now()
        about(sent, "failed", GONE)
        about(sent, "complained")
        with time_machine.travel(clock.now() + timedelta(hours=1), tick=False):
            dead_addresses.shown_good(player.email)
            for event in ("failed", "complained", "delivered", "unsubscribed"):
                mailgun_event(event, sent.message_id, player.email, said=GONE, when=said_at)
            assert not dead_addresses.trouble_of(player.email)

    @pytest.mark.usefixtures("sent")
    def test_one_that_cannot_be_read_spoils_no_other(self, player: User) -> None:
        good = sparkpost_event("bounce", player.email, bounce_class="10")
        nul = sparkpost_event("bounce", "a\0b@x.example", reason="\0")
        odd = {"msys": {"message_event": {"type": 5, "raw_rcpt_to": ["x"], "timestamp": "never"}}}
        assert sparkpost_events(odd, nul, {"msys": {"message_event": {"odd": 1}}}, good) == 200
        assert dead_addresses.trouble_of(player.email)


class TestAdmission:
    @pytest.mark.parametrize("secret", ["fortify:wrong", "", ":"])
    def test_without_the_secret_nothing_is_believed(self, sent: OutboxMail, player: User, secret: str) -> None:
        assert sparkpost_events(sparkpost_event("bounce", player.email), secret=secret) == 400
        assert fresh(sent).status == Status.SENT

    def test_too_many_at_once_are_refused(self, sent: OutboxMail, player: User) -> None:
        event = sparkpost_event("bounce", player.email)
        assert sparkpost_events(*[event] * 1001) == 400
        assert post("sparkpost/tracking", b"x" * 30_000_000) == 413
        assert fresh(sent).status == Status.SENT

    @pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"[1]", b'{"a": 1}', b"\xff"])
    @pytest.mark.django_db
    def test_nonsense_is_taken_and_forgotten(self, payload: bytes) -> None:
        assert post("sparkpost/tracking", payload) == 200

    def test_a_provider_that_posts_both_to_one_address_has_a_view_too(self) -> None:
        assert all(view(name) for name in (*providers.PROVIDERS, "mandrill"))
