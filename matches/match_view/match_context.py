"""A match as one of its players sees it, for the emails."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, TypeAlias, TypeVar

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.game import Game
from engine.values import Decision, Draft, View
from i18n.text import listed, say
from mail.inbound import reply_address
from mail.models import OutboxMail
from mail.outbox.recipient import Recipient
from mail.outbox.registry import Prepare
from matches.mails import moments, tokens
from matches.match_view.board import ShownMark, shown_marks, with_marks
from matches.models import Link, LogEntry, Match, Seat
from matches.record import fairness
from matches.record.match_and_seats import match_and_seats
from matches.record.names import Names, by_players, named, names_in
from timekeeping import clock

from . import picture
from .clock_words import VacationLeft, clock_of, told_outages

DIGITS_OF_DIGEST = 32  # of 64: no one can find two seeds that have these in common
T = TypeVar("T")
TRIES = 4


@dataclass(frozen=True)
class MatchContext:
    """A match and its seats, as seen from the seat ``own``. Only ``Game.view`` of that seat is ever shown."""

    match: Match
    seats: tuple[Seat, ...]
    own: Seat
    replies: Link.Purpose = Link.Purpose.REPLY

    @classmethod
    def of(cls, mail: OutboxMail, reader: Recipient, replies: Link.Purpose = Link.Purpose.REPLY) -> MatchContext | None:
        """Return the match of an email as its reader sees it; ``None`` if the reader has left the match.

        ``replies`` says what the address for replies may be used for.
        """
        if mail.match_id is None or reader.user is None:
            raise ValueError(f"{mail} is about a match, and has none or no player.")
        match, seats = match_and_seats(mail.match_id)
        own = next((seat for seat in seats if seat.player_id == reader.user.pk), None)
        return None if own is None else cls(match, tuple(seats), own, replies)

    @cached_property
    def now(self) -> datetime:
        return clock.now()

    @cached_property
    def game(self) -> Game:
        return self.match.game

    @cached_property
    def state(self) -> Any:
        return self.match.loaded_state

    @cached_property
    def view(self) -> View:
        return with_marks(self.named(self.game.view(self.state, self.own.index)), self.marks)

    @cached_property
    def marks(self) -> tuple[ShownMark, ...]:
        """The marks of the reader's team on the board."""
        return shown_marks(self.match, self.seats, self.own)

    def board(self) -> str:
        """The board in plain text, and beneath it the marks."""
        board = self.game.text_board(self.view).strip("\n")
        if not self.marks:
            return board
        lines = [f"  {mark.letter}  {mark.ref}  {mark.who}: {mark.text}" for mark in self.marks]
        return "\n".join([board, "", _("Marks on the map:"), *lines])

    @cached_property
    def names_said(self) -> Names:
        """The players' names, to be said in place of what the game calls its seats."""
        return names_in(self.game, self.seats)

    def named(self, said: T) -> T:
        """Put the players' names into what the game says."""
        return named(said, self.names_said)

    def notes_of(self, turn: LogEntry) -> tuple[str, ...]:
        """Return what followed from a turn, in words.

        Commitments to secret picks are told in a match of two alone: at a table there are too many, and the log has
        them.
        """
        notes = (
            turn.notes if len(self.seats) == 2 else [note for note in turn.notes if not fairness.is_commitment(note)]
        )
        said = self.named(tuple(notes))
        return self.by_players(said) if turn.index == self.match.log_length - 1 else said

    def by_players(self, said: T) -> T:
        """Put a result, or what followed from the last turn, in terms of the players."""
        return said if self.game.together else by_players(said, self.view, self.seats)

    def draft(self, text: str = "") -> Draft:
        """Return the turn begun by this text, with the ways to continue it. Raises ``GameError``."""
        return self.named(self.game.draft(self.state, self.own.index, text))

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.pk != self.own.pk]

    @property
    def opponents(self) -> str:
        return listed([seat.name for seat in self.others])

    @property
    def begins(self) -> str:
        """The first of the others who is asked for a turn; "" if none is."""
        return next((seat.name for seat in self.others if seat.asked_turn is not None), "")

    def sides(self) -> list[dict[str, Any]]:
        """Return each seat's player, what the board calls the seat, and its points, the reader's own first.

        The label is "" if the board says the name. A team, which has its points together, is one entry.
        """
        if self.game.together:
            names = listed([seat.name for seat in self.seats])
            return [{"name": names, "is_own": False, "label": "", "score": self.view["scores"][self.own.index]}]
        return [
            {
                "name": seat.name,
                "is_own": seat.pk == self.own.pk,
                "label": "" if self.names_said else self.view["labels"][seat.index],
                "score": self.view["scores"][seat.index],
            }
            for seat in (self.own, *self.others)
        ]

    def context(self) -> dict[str, Any]:
        """Return what every email about a match shows."""
        return {
            "match": self.match,
            "game_name": self.game.name,
            "players": " – ".join(seat.name for seat in self.seats),
            "opponents": self.opponents,
            "together": self.game.together,
            "reply_to": self.reply_to,
            "ending": self.by_players(self.named(self.match.result_words)),
            "sides": self.sides(),
            "view": self.view,
            **picture.show(self.view),
            "score_words": self.view["score_words"],
            "board": self.board(),
            "marks": self.marks,
            "match_url": "" if self.is_guests else settings.SITE_URL + self.match.get_absolute_url(),
            "record_url": "" if self.is_guests else settings.SITE_URL + reverse("matches:record", args=[self.match.pk]),
            "draws_line": draws_line(self.match),
            **self.clock(),
        }

    def clock(self) -> dict[str, Any]:
        """Return until when the reader has time, and what else is worth knowing about it, while the reader plays."""
        if self.match.is_over or self.is_out:
            return {}
        known = clock_of(self.match, self.own, self.state, VacationLeft(self.now))
        return {**known, "clock": [*known["clock"], *self.unheard()], "outages": told_outages([self.own])}

    def unheard(self) -> list[str]:
        """The reason why others may take their time: they are guests who have stopped all emails."""
        words = _("%(name)s has stopped all emails and gets one last warning before the time runs out.")
        silent = [seat for seat in self.others if seat.player and seat.player.gets_no_emails and not seat.finished_at]
        return [words % {"name": seat.name} for seat in silent]

    def waiting(self) -> str:
        """Return whose turn it is, and until when, if it isn't the reader's; "" if it is."""
        asked = [seat for seat in self.others if seat.asked_turn is not None]
        if self.match.is_over or self.own.asked_turn is not None or not asked:
            return ""
        until = asked[0].deadline
        if len(asked) == 1 and until is not None and until > self.now:
            name, when = asked[0].name, moments.moment(until)
            return say("%(name)s to move, by %(when)s.", name=name, when=when)
        return say("%(names)s to move.", names=listed([seat.name for seat in asked]))

    @cached_property
    def is_out(self) -> bool:
        """Return whether the reader has left the match while the others play on."""
        return self.own.index in self.game.given_up(self.state)

    @property
    def is_guests(self) -> bool:
        """Return whether the reader is a guest, for whom pages that ask for a login are shut."""
        return self.own.player is not None and self.own.player.is_guest

    def watching(self) -> dict[str, str]:
        """Return, for a guest, the address at which to look at the match when it asks for nothing.

        It is the link of a turn already played, which shows what happened since and can do nothing. Empty for players,
        who have the match's own page.
        """
        if not self.is_guests:
            return {}
        return {"match_url": tokens.link_url(tokens.mint_watching(self.own))}

    def shown(self, **more: Any) -> dict[str, Any]:
        """Return the context of an email that asks for nothing itself.

        It shows the match, and the turn that the reader is asked for.
        """
        return {**self.context(), **self.watching(), **self.asking(), **more}

    @cached_property
    def decision(self) -> Decision | None:
        """The decision that the reader is asked for now."""
        if self.own.asked_turn is None:
            return None
        return self.named(self.game.decision(self.state, self.own.index))

    def asking(self) -> dict[str, Any]:
        """Return what the reader is asked for now, where to answer it, and how to write such an answer."""
        if self.decision is None:
            return {}
        example = self.examples(1)[0]
        return {
            "decision": self.decision,
            "url": self.turn_url(),
            "example": example,
            "example_words": self.draft(example).words,
        }

    def examples(self, count: int) -> list[str]:
        """Return possible answers to what the reader is asked for now."""
        return examples(self.game, self.state, self.own.index, count)

    def idle_turn(self) -> str:
        """Return the text that lets the reader's turn go by; "" if there is no such turn now."""
        if self.own.asked_turn is None:
            return ""
        return self.game.idle_turn(self.state, self.own.index) or ""

    @property
    def reply_to(self) -> str:
        """The address to which replies to the email go; "" if the site takes none."""
        _, token = self._tokens
        return replies_to(self.others, token)

    def turn_url(self) -> str:
        """A link to what the reader is asked for now; "" if nothing is."""
        token, _ = self._tokens
        return tokens.link_url(token) if token else ""

    @cached_property
    def _tokens(self) -> tuple[str, str]:
        """New tokens for the link to the turn and for the address for replies."""
        return tokens.mint_for_mail(self.match, self.own, self.replies if settings.REPLY_DOMAIN else None)


def draws_line(match: Match) -> str:
    """Return what an email says about the match's seed at its end; "" if nothing is drawn from it."""
    if not fairness.is_drawn(match):
        return ""
    if match.is_open:
        return _("The match’s page now shows the seed of all random draws, so that you can check them.")
    return short_digest(_("Random draws: the SHA-256 of their seed begins %(digest)s."), match.seed_digest)


def short_digest(words: str, digest: str) -> str:
    """Return the sentence with enough of the digest to compare; pages and the match's record have the rest."""
    return words % {"digest": digest[:DIGITS_OF_DIGEST]}


KindOfMatch: TypeAlias = Callable[[MatchContext, OutboxMail, Recipient], dict[str, Any] | None]


def of_match(*, running: bool = False, replies: Link.Purpose = Link.Purpose.REPLY) -> Callable[[KindOfMatch], Prepare]:
    """Give a kind of email the match as its reader sees it.

    The email is moot for a reader who has left the match, and if the match should be ``running`` but is over.
    """

    def decorate(kind: KindOfMatch) -> Prepare:
        @wraps(kind)
        def of(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
            context = MatchContext.of(mail, reader, replies)
            if context is None or (running and context.match.is_over):
                return None
            return kind(context, mail, reader)

        return of

    return decorate


def replies_to(others: Iterable[Seat], token: str) -> str:
    """Return the address for replies to an email about a match, under the opponents' names; "" without a token."""
    names = [seat.name for seat in others if seat.player is not None]
    return reply_address.named(listed(names), token) if token else ""


def examples(rules: Game, state: Any, seat: int, count: int) -> list[str]:
    """Return up to that many different answers that a game would accept now, at least one; the same for the same state.

    Letting the turn go by comes last: it doesn't show how a turn is written.
    """
    drawn = dict.fromkeys(rules.sample(state, seat, random.Random(number)) for number in range(count * TRIES))
    idle = rules.idle_turn(state, seat)
    return sorted(drawn, key=lambda text: text == idle)[:count]
