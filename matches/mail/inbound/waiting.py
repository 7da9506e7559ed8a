"""What has come in and was not read yet: nobody loses on time over a mail that waits for us."""

from __future__ import annotations

from matches.models import InboundMail, Link, Seat


def may_have_answered(seat: Seat) -> bool:
    """Whether a mail that waits to be read, stamped in time, is to an address that this seat was given for this turn.

    A mail is read or set aside within minutes, and none that comes after the deadline counts, so that nobody holds a
    clock for ever; nor does anybody who was not given an address.
    """
    if seat.deadline is None:
        return False
    waiting = InboundMail.objects.filter(status=InboundMail.Status.WAITING, arrived_at__lte=seat.deadline)
    hashes = waiting.exclude(token_hash="").values("token_hash")
    return Link.objects.filter(seat=seat, number=seat.number, token_hash__in=hashes).exists()
