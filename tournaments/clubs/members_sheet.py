"""The members of a club as a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Club, Membership
from tournaments.sheets.sheet import Column, Kind, Sheet, Value

Status = Membership.Status
SHOWN = (Status.MEMBER, Status.INVITED, Status.APPLIED)
COLUMNS = (
    Column("name", gettext_lazy("Name")),
    Column("address", gettext_lazy("Email address")),
    Column("role", gettext_lazy("Role")),
    Column("status", gettext_lazy("Status")),
    Column("since", gettext_lazy("Since"), Kind.MOMENT),
)


def members_sheet(club: Club) -> Sheet:
    """Build the organisers' list: members by name, then invited players and applicants.

    Addresses are those organisers typed; players' own addresses stay private. One query.
    """
    rows = club.memberships.filter(status__in=SHOWN).select_related("player")
    ordered = sorted(rows, key=lambda each: (SHOWN.index(Status(each.status)), each.name_for_organisers.casefold()))
    return Sheet(_("Members"), COLUMNS, [_row(each) for each in ordered])


def _row(membership: Membership) -> Sequence[Value]:
    by_address = membership.status == Status.INVITED and membership.address
    return (
        (membership.name if by_address else membership.shown_name) or None,
        membership.address or None,
        str(membership.get_role_display()),
        str(membership.get_status_display()),
        membership.since,
    )
