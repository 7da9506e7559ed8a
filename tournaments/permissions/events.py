"""Permissions in an event."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from matches.models import Match
from tournaments.models import ByeMatch, DrawnMatch, Entry, Event, LogLine, Pairing

from . import clubs

Reader = User | AnonymousUser
Kind = LogLine.Kind


def may_organise(user: Reader, event: Event) -> bool:
    """Return whether the reader may organise the event: its organisers, its club's, and staff who may change events."""
    if not isinstance(user, User) or not user.is_active or user.is_guest:
        return False
    if clubs.is_staff(user) and user.has_perm("tournaments.change_event"):
        return True
    runs = Q(Exists(Event.organisers.through.objects.filter(event=event, user=user)))
    if event.club_id is not None:
        runs |= Q(Exists(clubs.running_it(user).filter(club=event.club_id)))
    return User.objects.filter(runs, pk=user.pk).exists()


def may_see_event(user: Reader, event: Event) -> bool:
    """Return whether the reader may see the event.

    One that isn't public is for members of the site, or only of its club, and for its players.
    """
    if is_its_organisers_alone(event):
        return may_organise(user, event)
    if event.is_public:
        return True
    if not isinstance(user, User):
        return False
    if not (user.is_guest or event.club_only):
        return True
    return Event.objects.filter(_shown_to(user), pk=event.pk).exists()


def is_its_organisers_alone(event: Event) -> bool:
    """Return whether only its organisers see the event: while it is set up, or if it was cancelled before opening."""
    return event.stage == Event.Stage.DRAFT or event.was_draft


def is_for_everybody(event: Event) -> bool:
    """Return whether every reader may see the event, logged in or not."""
    return event.is_public and not is_its_organisers_alone(event)


def visible_to(user: Reader) -> QuerySet[Event]:
    """Return the events for which ``may_see_event`` holds, without drafts."""
    return Event.objects.exclude(stage=Event.Stage.DRAFT).filter(_shown_to(user), was_draft=False)


def _shown_to(user: Reader, event: str = "") -> Q:
    """Return the condition that the reader may see an event, unless it is its organisers' alone.

    ``event`` is the way to the event from the model that is asked, such as ``round__event__``.
    """
    public = Q(**{f"{event}is_public": True})
    if not isinstance(user, User):
        return public
    entered = Exists(Entry.objects.filter(event=OuterRef(f"{event}pk"), player=user))
    if user.is_guest:
        return public | Q(entered)
    if user.is_staff and user.has_perm("tournaments.change_event"):
        return Q()
    organised = Exists(Event.organisers.through.objects.filter(event=OuterRef(f"{event}pk"), user=user))
    inside = Exists(clubs.memberships_of(user).filter(club=OuterRef(f"{event}club")))
    return public | Q(**{f"{event}club_only": False}) | Q(inside) | Q(entered) | Q(organised)


def seen_log(user: Reader, event: Event) -> QuerySet[LogLine]:
    """Return the event's log as the reader may see it.

    Organisers see all of it, and which lines players don't (``is_kept``): what was done to a draft until its round is
    published, and forbidden pairs unless the event shows them.
    """
    published = LogLine.objects.filter(
        event=OuterRef("event"), kind=Kind.ROUND, round_number=OuterRef("round_number"), pk__gt=OuterRef("pk")
    )
    is_kept = Q(kind=Kind.PAIRING) & ~Q(Exists(published))
    if event.shows_forbidden:
        is_kept |= Q(kind=Kind.APART, round_number__isnull=False) & ~Q(Exists(published))
    else:
        is_kept |= Q(kind=Kind.APART)
    if may_organise(user, event):
        return event.log.annotate(is_kept=is_kept)
    return event.log.exclude(is_kept)


def vouch_for_matches(user: Reader) -> Q:
    """Return the condition that the reader may see a match of an event; for ``matches.match_view.permissions``.

    It includes drawn cup matches and matches in place of a bye.
    """
    pairings = Pairing.objects.filter(_shown_to(user, "round__event__"), match=OuterRef("pk"))
    drawn = DrawnMatch.objects.filter(_shown_to(user, "pairing__round__event__"), match=OuterRef("pk"))
    byes = ByeMatch.objects.filter(_shown_to(user, "pairing__round__event__"), match=OuterRef("pk"))
    return Q(Exists(pairings)) | Q(Exists(drawn)) | Q(Exists(byes))


def organises_match(user: User, match: Match) -> bool:
    """Return whether the user organises the match's event; for ``matches.match_view.permissions``."""
    if not match.occasion:  # it is played for nothing, so there is no need to look
        return False
    of_match = Q(match=match) | Q(bye_match__match=match)
    pairing = Pairing.objects.filter(of_match).select_related("round__event").first()
    return pairing is not None and may_organise(user, pairing.round.event)
