"""Words in which formats differ, by what they are about; the defaults are those of most formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from competition.history import Code
from i18n.text import noop
from tournaments.rounds.drafts.draft import BYE_WORDS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class EntryWords(NamedTuple):
    """Words for what enters an event, and for how an email to a new player says that matches are announced.

    ``before_rounds`` is for events that begin on a date, or have begun; ``at_the_start`` for those that an organiser
    begins.
    """

    competitor: StrOrPromise = _("Player")
    before_rounds: StrOrPromise = _("Before each round you’ll get an email saying who your opponent is.")
    at_the_start: StrOrPromise = _(
        "An organiser will start the event; you’ll then get an email saying who your opponent is."
    )


class WhyNot(NamedTuple):
    """Reasons why players can't do something in a format, each a sentence; "" if they can."""

    enter_late: StrOrPromise = ""
    miss_a_round: StrOrPromise = ""
    come_back: StrOrPromise = ""
    keep_apart: StrOrPromise = ""
    correct_a_bye: StrOrPromise = ""


class ByeWords(NamedTuple):
    """Questions to organisers about a round that a player misses.

    ``choices`` are what it may bring, by TRF's letters, and "" for playing it after all.
    """

    heading: StrOrPromise = _("Bye")
    label: StrOrPromise = _("Points for it")
    choices: Sequence[tuple[str, StrOrPromise]] = (
        ("F", _("a full point")),
        ("H", _("half a point")),
        ("Z", _("nothing")),
        ("", _("no bye: they play after all")),
    )

    @property
    def letters(self) -> frozenset[str]:
        """The letters of byes that organisers can give."""
        return frozenset(letter for letter, _words in self.choices if letter)


BYES = {
    "F": noop("Full-point bye in round %(number)s."),
    "H": noop("Half-point bye in round %(number)s."),
    "Z": noop("Zero-point bye in round %(number)s."),
}
"""What organisers read about a round that a player misses, by the bye."""


class RoundWords(NamedTuple):
    """Words about a round: in the log, on its organisers' page, in its form and in emails.

    ``drawn_by`` says on which rules a draft is based, ``change`` what can be changed in it, ``begin`` the same of a
    round that could not be drawn, ``only`` why other changes are refused. ``idle`` is about someone who has a bye and
    could play, and ``no_opponent`` is what an email says to a player with the pairing-allocated bye.
    """

    drawn_by: StrOrPromise = _("Paired by the rules of this format.")
    asked: str = noop("Asked to pair round %(round)s.")
    asked_around: str = noop("Asked to pair round %(round)s around the pairings made by hand.")
    drawn: str = noop("Round %(round)s was paired.")
    failed: str = noop("Round %(round)s could not be paired: %(why)s")
    idle: str = noop("%(name)s has a bye in this draft and can play.")
    unfit: str = noop("%(faults)s Pair the round again, or change the draft by hand.")
    only: str = ""
    no_opponent: str = noop("You have no opponent this round. Every player sits out one round; it brings no points.")
    waits_for_organiser: StrOrPromise = _("Each round is paired automatically, and waits here until you publish it.")
    not_drawn: StrOrPromise = _("Not paired yet.")
    draw: StrOrPromise = _("Pair round")
    draw_number: StrOrPromise = _("Pair round %(number)s")
    draw_by_hand: StrOrPromise = _("Pair by hand")
    draw_again: StrOrPromise = _("Re-pair everything")
    what_again: StrOrPromise = _(
        "The whole round, by the rules, with the current players. Requested byes stay; pairings made by hand are lost."
    )
    publish: StrOrPromise = _("The matches begin, and we email all players their opponent, colour and deadline.")
    change: StrOrPromise = _(
        "Anyone left without an opponent is paired again or gets the bye; other pairings don’t change."
    )
    begin: StrOrPromise = _("Pair two players, give one a bye, and so on. Broken rules are shown beside the pairings.")
    bye: StrOrPromise = _("Points for the bye")
    choose_bye: StrOrPromise = _("Choose the points for the bye.")
    plays_after_all: StrOrPromise = _("No bye: the player plays after all")
    boards: StrOrPromise = _("Pairings")
    pairings: StrOrPromise = _("Pairings of round %(number)s")
    nobody: StrOrPromise = _("No one was paired in this round.")
    annulled: StrOrPromise = _("An annulled match counts for neither player.")


class DraftBye(NamedTuple):
    """A bye that organisers can give in a draft: its name among the choices, and the line of the log."""

    name: StrOrPromise
    given: str


BYES_IN_DRAFT = {
    code: DraftBye(capfirst(BYE_WORDS[code]), given)
    for code, given in (
        (Code.PAIRING_BYE, noop("Round %(round)s: %(name)s was given the pairing-allocated bye.")),
        (Code.FULL_BYE, noop("Round %(round)s: %(name)s was given a full-point bye.")),
        (Code.HALF_BYE, noop("Round %(round)s: %(name)s was given a half-point bye.")),
        (Code.ZERO_BYE, noop("Round %(round)s: %(name)s was given a zero-point bye.")),
    )
}


class MeetingsAgain(NamedTuple):
    """The players who meet again in a round: their names by the pairing's id, and sentences that say why."""

    pairs: Mapping[int, tuple[str, ...]] = {}
    why: tuple[str, ...] = ()


class OutcomeWords(NamedTuple):
    """Words about results.

    ``annulled`` says what an annulled match counts. ``if_corrected`` says what follows when an organiser corrects a
    result, ``if_ended`` when one ends a match, ``if_many_ended`` when one ends many. ``by_hand`` marks what an
    organiser paired.
    """

    annulled: StrOrPromise = _("counts for neither")
    if_corrected: StrOrPromise = _("The standings change at once. Rounds already paired don’t change.")
    if_ended: StrOrPromise = _(
        "This ends the match with its current points, and both players are told. If one of them hasn’t played a turn, "
        "it doesn’t count for the ratings."
    )
    if_many_ended: StrOrPromise = _(
        "Each match you adjudicate ends with its points as they are, and its players get an email. If a player hasn’t "
        "played a turn, the match doesn’t count for the ratings."
    )
    by_hand: StrOrPromise = _("paired by an organiser")


class StandingsWords(NamedTuple):
    """Headings and notes of the standings, of the crosstable and of a player's card.

    ``how`` says how rows are ranked, and ``came_to`` is the heading over how far players came, if it is by that.
    ``record`` is the heading over what a player has played, and ``record_explained`` its note; ``now`` that over the
    matches that run; ``met`` that over whom a round was played with. ``own`` marks the reader's card. How a crosstable
    is read is said for pages and for paper: with ``%(what)s``, the first column, and on paper the colours.
    """

    how: StrOrPromise = _(
        "Open a number to see what it’s made of. If players are level, the next number to the right decides. The "
        "number that puts a player below the one above is underlined twice."
    )
    came_to: StrOrPromise = ""
    own: StrOrPromise = pgettext_lazy("this player", "you")
    record: StrOrPromise = _("Played")
    record_explained: StrOrPromise = _("Matches won, drawn and lost over the board, without forfeits and byes.")
    now: StrOrPromise = pgettext_lazy("whom somebody plays", "Now")
    met: StrOrPromise = _("Opponent")
    crosstable: StrOrPromise = _(
        "For each round: the opponent’s row in this order, the colour played, and the result. A win is 1, a draw ½, a "
        "loss 0."
    )
    crosstable_on_paper: StrOrPromise = _(
        "For each round: the opponent’s number, colour (%(first)s: %(first_colour)s, %(second)s: "
        "%(second_colour)s) and result. + and − are forfeits; U, F, H and Z are byes (Z: absent, no "
        "points); × is annulled; … is still running."
    )
