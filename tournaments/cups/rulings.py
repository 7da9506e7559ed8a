"""What organisers cannot decide in a cup."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Event, Pairing, Round
from tournaments.refusal import Refused


def refuse_in_a_cup(event: Event, pairing: Pairing, *, is_annulled: bool) -> None:
    """Raises ``Refused``: somebody has to go on, and who has gone on has an opponent by now."""
    if is_annulled:
        raise Refused(
            _("In a cup somebody has to go on: say who wins, or that both lose and nobody goes on."), "verdict", 409
        )
    later = event.round_set.filter(number__gt=pairing.round.number).exclude(stage=Round.Stage.DRAFT).first()
    if later is not None and pairing.decided_at is not None:
        raise Refused(
            _("Round %(round)s is published, with whoever had won; take it back before you correct this result.")
            % {"round": later.number},
            status=409,
        )
