"""Everything that the site stores about a player, as one JSON document.

Other people's secrets stay out: for an opponent's turns it has what every reader of the match sees, and for a running
match neither the state nor the seed.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import F, Prefetch, QuerySet
from django.utils import timezone

from accounts.models import PARTS_OF_PAGE, User
from fortify_site.api import export as programs
from mail.inbound.retention import addresses_of
from mail.models import InboundMail, MailAddress, OutboxMail
from matches.conditional.describe import branches
from matches.gate.ahead import load_tree
from matches.models import CalendarFeed, ConditionalTurns, Handover, Link, LogEntry, Mark, Offer, Place, Seat
from matches.offers.shown import tables
from matches.record.fairness import origin_of
from matches.record.line_authors import lines_of
from matches.record.record import IS_UNDONE
from tournaments.accounts import export as own_data

Data = dict[str, Any]
# The fate of a place that no one took or declined.
UNANSWERED = {
    Offer.Status.OPEN: "pending",
    Offer.Status.BEGUN: "withdrawn",
    Offer.Status.WITHDRAWN: "withdrawn",
    Offer.Status.EXPIRED: "expired",
}
RESULTS = ("game_slug", "level", "seats", "index", "won", "drawn", "lost")


def export_account(user: User) -> Data:
    return {
        "written_at": timezone.now(),
        "profile": profile(user),
        "addresses": addresses(user),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "matches": [match_of(seat) for seat in seats_of(user)],
        "results": list(user.seat_tallies.order_by("pk").values(*RESULTS)),
        "matches_left": [match_left(each, user) for each in handovers_of(user)],
        "private_notes": list(user.private_notes.order_by("match").values("match", "text", "written_at")),
        "marks": list(
            Mark.objects.filter(seat__player=user)
            .order_by("pk")
            .values("text", "at", space=F("ref"), match=F("seat__match"))
        ),
        "challenges_made": [challenge_made(each) for each in places_offered_by(user)],
        "challenges_received": [
            {**challenge_received(each), "given": each.contribution}
            for each in user.places.select_related("offer__host").order_by("pk")
        ],
        "tables": list(
            user.offers.filter(tables())
            .order_by("pk")
            .values("seats", "by_link", "contribution", "status", "made_at", "expires_at", "match")
        ),
        "waiting_in_the_lobby": list(seeks_of(user)),
        "events": own_data.export(user),
        "programs": programs.export_tokens(user),
        "leave": list(user.vacations.order_by("starts_at").values("starts_at", "ends_at", "made_at")),
        "leave_days_used_at_zero": list(vacation_days_of(user)),
        "last_answers": list(user.last_answers.order_by("pk").values("game_slug", "kind", "text", "at")),
        "calendar_feed_made_at": CalendarFeed.objects.filter(user=user).values_list("made_at", flat=True).first(),
        "former_names": list(user.former_names.order_by("at").values("name", "at")),
        "clock_changes": list(user.clock_changes.order_by("at").values_list("at", flat=True)),
        "friends": list(user.friends.order_by("made_at").values("made_at", name=F("player__display_name"))),
        "mails": list(mails_of(user)),
        "replies": replies(user),
        "devices_for_notifications": list(user.push_devices.order_by("pk").values("name", "address", "made_at")),
        "links": list(Link.objects.filter(user=user).order_by("pk").values("purpose", "made_at")),
    }


def addresses(user: User) -> list[Data]:
    """Return the player's addresses, with what emails sent there have shown about each."""
    rows = list(EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary"))
    known = MailAddress.objects.filter(address__in=[row["email"] for row in rows])
    fields = ("undeliverable_since", "words", "failures", "complained_at", "good_since")
    found = {row["address"]: row for row in known.values("address", *fields)}
    return [{**row, **{field: found.get(row["email"], {}).get(field) for field in fields}} for row in rows]


def profile(user: User) -> Data:
    return {
        "display_name": user.display_name,
        "email": user.email,
        "time_zone": user.time_zone,
        "night_from": user.night_from,
        "language": user.language,
        "mail_about_turns": user.turn_mail,
        "mail_about_decisions": user.organiser_mail,
        "hour_of_daily_mail": user.digest_hour,
        "next_daily_mail": user.digest_at,
        "news_of_clubs_by_mail": user.club_news,
        "invitations_by_mail": user.invitations,
        "subjects_say_what_is_new": user.subjects_say,
        "page_and_matches_for_members_alone": user.for_members,
        "page_shows": [part for part in PARTS_OF_PAGE if getattr(user, f"shows_{part}")],
        "hides_local_time_and_last_visit": user.hides_presence,
        "last_here": user.seen_at,
        "last_here_logged_in": user.on_site_at,
        "next_match_after_a_turn": user.auto_advance,
        "sounds": user.sounds,
        "quiet_hours": [user.quiet_from, user.quiet_to] if user.quiet_from and user.quiet_to else None,
        "guest": user.is_guest,
        "joined_at": user.joined_at,
        "last_login": user.last_login,
    }


def seats_of(user: User) -> list[Seat]:
    seats = Seat.objects.filter(player=user).select_related("match", "conditional_turns").defer("match__state")
    log = Prefetch("match__log", LogEntry.objects.defer("state").annotate(is_undone=IS_UNDONE))
    return list(seats.order_by("match_id").prefetch_related("match__seats__player", log))


def match_of(seat: Seat) -> Data:
    match = seat.match
    return {
        "match": match.pk,
        "game": match.game_slug,
        "options": match.options,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "result": match.result_words,
        "players": [each.name for each in match.seats.all()],
        "seat": seat.index,
        "contribution": contribution_of(seat),
        "score": seat.score,
        "share": seat.share,
        "deadline": seat.deadline,
        "last_looked_at": seat.seen_at,
        "mails_about_lines": not seat.is_deaf,
        "conditional_turns": conditional_turns(getattr(seat, "conditional_turns", None)),
        "orders": orders(seat),
        "log": [turn_of(turn, seat) for turn in match.log.all()],
    }


def contribution_of(seat: Seat) -> str:
    """Return what the player contributed to the seed of the match, "" for nothing."""
    origin = origin_of(seat.match)
    if origin is None:
        return ""
    place = origin.came.index(seat.index)
    return "" if origin.drawn[place] else origin.given[place]


def handovers_of(user: User) -> QuerySet[Handover]:
    found = user.handovers.select_related("seat__match", "line").order_by("pk")
    return found.defer("seat__match__state", "line__state", "line__clocks")


def match_left(handover: Handover, user: User) -> Data:
    """Describe what the player did in a match that someone else took over."""
    match = handover.seat.match
    lines = lines_of(user).filter(seat=handover.seat_id, index__lt=handover.line.index)
    return {
        "match": match.pk,
        "game": match.game_slug,
        "seat": handover.seat.index,
        "left_at": handover.line.at,
        "log": list(lines.order_by("index").values("index", "kind", "at", "number", "text", "message", "via")),
    }


def conditional_turns(row: ConditionalTurns | None) -> Data | None:
    """Return the turns that the player has set ahead and that no one else sees."""
    return None if row is None else {"lines": list(branches(load_tree(row.tree))), "set_at": row.set_at, "via": row.via}


def orders(seat: Seat) -> Data | None:
    """Return the orders that the player has set ahead and that no one else sees, as the game stores them."""
    return None if not seat.orders else {"orders": seat.orders["keys"], "via": seat.orders["via"]}


def turn_of(turn: LogEntry, seat: Seat) -> Data:
    """Describe a line of the log. Only the player who played it gets its text; others get what is public.

    Messages from before the player took the seat over are left out.
    """
    is_theirs = turn.index >= seat.since
    shown = {"index": turn.index, "kind": turn.kind, "at": turn.at, "message": turn.message if is_theirs else ""}
    if getattr(turn, "is_undone", False):
        shown["taken_back"] = True
    if turn.seat_id != seat.pk or not is_theirs:
        return {**shown, "mine": False, "words": turn.public_words}
    return {**shown, "mine": True, "number": turn.number, "text": turn.text, "words": turn.words, "via": turn.via}


def places_offered_by(user: User) -> QuerySet[Place]:
    return Place.objects.filter(offer__host=user).select_related("player", "offer__host").order_by("pk")


def challenge_received(place: Place) -> Data:
    offer = place.offer
    return {
        "challenge": offer.pk,
        "challenger": offer.host.display_name,
        "game": offer.game_slug,
        "options": offer.options,
        "message": offer.message,
        "status": place.answer or UNANSWERED[Offer.Status(offer.status)],
        "made_at": place.made_at,
        "answered_at": place.answered_at or offer.ended_at,
        "match": offer.match_id if place.is_taken else None,
        "rematch_of": offer.rematch_of_id,
        "table": offer.pk if offer.is_table else None,
    }


def challenge_made(place: Place) -> Data:
    """Describe a challenge as the player typed it. Whether a typed address has an account isn't told."""
    opponent = None if place.address else place.player
    return {
        **challenge_received(place),
        "opponent": opponent.display_name if opponent else None,
        "opponent_email": place.address,
        "by_link": place.for_anyone and place.offer.by_link,
        "seats": place.offer.seats,
        "first": place.offer.first,
        "expires_at": place.offer.expires_at,
        "contribution": place.offer.contribution,
        "least": place.offer.least,
        "most": place.offer.most,
    }


def seeks_of(user: User) -> Any:
    waiting = user.seeks.filter(match=None).order_by("made_at")
    return waiting.values(
        "game_slug", "seats", "paces", "rating", "least", "most", "made_at", "expires_at", "contribution"
    )


def vacation_days_of(user: User) -> Any:
    return user.vacation_days.order_by("at").values("at", match=F("seat__match"), days_of=F("pool__name"))


def mails_of(user: User) -> Any:
    rows = OutboxMail.objects.filter(user=user).order_by("pk")
    return rows.values("kind", "match_id", "status", "queued_at", "sent_at", "sent_to", "delivered_at", "message_id")


def replies(user: User) -> list[Data]:
    own = addresses_of(user)
    return [reply_of(mail, own) for mail in InboundMail.objects.filter(user=user).order_by("pk")]


def reply_of(mail: InboundMail, own: set[str]) -> Data:
    """Describe an email that came in for the player, with its text if they sent it.

    Emails that others sent to the player's reply address were never shown to anyone.
    """
    return {
        "arrived_at": mail.arrived_at,
        "from": mail.sender,
        "match": mail.match_id,
        "outcome": mail.outcome,
        "words": mail.words,
        "mail": bytes(mail.raw).decode(errors="replace") if mail.sender.lower() in own else None,
    }
