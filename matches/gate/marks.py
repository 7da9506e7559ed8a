"""Marks on the board, which the players of a team put there for each other; they last until the next turn is played.

They are in no state, log or record, and change nothing but what the players see. The player whose turn it is gets an
email about them; emails that show the board to the others have them, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F

from accounts.models import User
from i18n.text import say, say_many
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.input.text import cut, one_line
from matches.live.change_tokens import announce_change
from matches.mails import causes
from matches.models import Mark, Match, Seat
from matches.record.marks import can_mark, marks_on_board

from .lock import lock_own_seat, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused, refuse_if_over

MOST = 5  # by one player, at once
MOST_A_DAY = 100  # by one player
LONGEST_SHOWN = 30  # of what was typed for a space


@transaction_with_retry
def put_mark(seat: Seat, ref: str, text: str = "") -> Mark:
    """Mark a space for the others, or change the words of a mark already there. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    _refuse_if_impossible(locked_match, seat)
    ref, text = _ref(locked_match, seat, ref), one_line(text)
    if len(text) > Mark.LONGEST:
        words = say(
            "That’s %(length)s characters; a mark can have at most %(most)s.", length=len(text), most=Mark.LONGEST
        )
        raise MatchRefused(words, "unreadable")
    kept = marks_on_board(locked_match.match)
    Mark.objects.filter(seat__match=locked_match.match).exclude(pk__in=kept.values("pk")).delete()
    if kept.filter(seat=seat).exclude(ref=ref).count() >= MOST:
        words = say_many(
            "You can have %(number)s mark on the map. Remove one first.",
            "You can have %(number)s marks on the map. Remove one first.",
            MOST,
        )
        raise MatchRefused(words, "illegal")
    if seat.player is not None and daily_limit_reached("marks", seat.player, locked_match.now, MOST_A_DAY):
        often = say("You’ve made %(number)s marks today. Try again tomorrow.", number=MOST_A_DAY)
        raise MatchRefused(often, "illegal")
    if seat.player is not None:
        count_against_daily_limit("marks", seat.player, locked_match.now)
    new = {"text": text, "log_length": locked_match.match.log_length, "at": locked_match.now}
    mark, _ = Mark.objects.update_or_create(defaults=new, seat=seat, ref=ref)
    _announce(locked_match.match, locked_match.seats)
    locked_match.tell(
        "marked", [each for each in locked_match.others(seat) if each.asked_turn is not None], mark=mark.pk
    )
    causes.queue_news(locked_match.news)
    return mark


@transaction_with_retry
def remove_mark(seat: Seat, ref: str) -> bool:
    """Remove one's own mark from a space, and return whether there was one. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    _refuse_if_impossible(locked_match, seat)
    found, _ = Mark.objects.filter(seat=seat, ref__iexact=one_line(ref)).delete()
    if found:
        _announce(locked_match.match, locked_match.seats)
    return bool(found)


def forget_marks(player: User) -> None:
    """Remove all the player's marks in any match."""
    Mark.objects.filter(seat__player=player).delete()


def _refuse_if_impossible(locked_match: LockedMatch, seat: Seat) -> None:
    refuse_if_over(locked_match.match)
    if locked_match.has_left(seat):
        raise MatchRefused(say("You’re out of this match."), "over")
    if not can_mark(locked_match.match, locked_match.seats):
        raise MatchRefused(say("In this match there’s nobody to mark a space for."), "illegal")


def _ref(locked_match: LockedMatch, seat: Seat, typed: str) -> str:
    """Return the space that was typed, as the game writes it. Raises ``MatchRefused``."""
    typed = one_line(typed)
    if not typed:
        raise MatchRefused(say("Choose a space to mark."), "unreadable")
    game = locked_match.game
    refs = [place.ref for place in game.places(game.view(locked_match.state, seat.index))]
    found = next((ref for ref in refs if ref.casefold() == typed.casefold()), None)
    if found is None:
        words = say("There’s no space “%(space)s” on the map now.", space=cut(typed, LONGEST_SHOWN))
        raise MatchRefused(words, "unreadable")
    return found


def _announce(match: Match, seats: Iterable[Seat]) -> None:
    """Have the team's open pages look again."""
    Match.objects.filter(pk=match.pk).update(marks_changed=F("marks_changed") + 1)
    announce_change(match.pk, [seat.player_id for seat in seats])
