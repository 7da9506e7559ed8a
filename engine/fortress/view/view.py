"""The view of a match as JSON-able data: what one person may see, the only source for pages, emails and pictures.

Nothing here looks at a card but through ``notation.hidden_cards``. The keys every game has are named in
``engine.game``; Fortress's own are below. A card is a dict as ``cards.face`` makes it.

- ``phase`` (``f``, ``a``, ``p``, ``s``, ``e``), ``round``, ``rounds`` (of a short match) or ``target`` (of a full one),
  ``way`` (1 to the left, -1 to the right) and ``way_words``, ``passes``, ``position`` (the line of the view);
- ``players``: by seat, see ``_player``; ``own`` is the viewer's seat, or ``None``; ``near`` is the player at whose
  side of the table the viewer sits, and ``others`` are the rest, from that player's left on;
- ``drawn``: the card to be placed next, if the viewer is asked to; ``coming``: all those, the next one first;
- ``deck`` (a number), ``discards`` (cards), ``last_attack`` (see ``_last_attack``) until the next submission;
- ``parts``: ended rounds with ``title``, ``words``, ``points`` and ``labels``; ``ended_round``: the last of them with
  all hands; ``given_up``: the seats that did; ``aim``: the end of the target's hand that a draft attacks;
- ``lines``: the board in words, a line for each thing; ``piles_words``, ``to_place_words``, ``seen_words``: those of
  the deck, of ``coming``, and of the viewer's cards that everyone sees; ``picture_height``: of the picture for emails,
  in its units.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.fortress.cards.cards import Card
from engine.fortress.cards.position import ATTACKING, FORTIFYING, OVER_PHASE, PLACING, STARTER, Position
from engine.fortress.explain.describe import round_words
from engine.fortress.match.state import EndedRound, MatchState, given_up
from engine.fortress.notation.hidden_cards import format_view, seen_coming, seen_hand
from engine.fortress.rules.scoring import captured_points, held_points
from engine.values import View
from i18n.text import Text, joined, say, seat_name, translate

from .cards import back, face, faces, open_row, row
from .draw import picture_height
from .in_words import alt, cards_words, flags, lines, piles_words, player_words, seen_words, to_place_words


@dataclass(frozen=True, slots=True)
class Drafted:
    """A submission under way: the position as it would look, the cards it moves and how, and the end it attacks.

    ``hides_next``: the cards still to come are shown as backs, since a draft never draws; ``draws``: so is one that
    would be drawn.
    """

    position: Position
    marked: dict[Card, str] = field(default_factory=dict)
    aim: str = ""
    hides_next: bool = False
    draws: bool = False


def build_view(state: MatchState, seat: int | None = None, draft: Drafted | None = None) -> View:
    """Build the view of a seat or, with ``None``, of a bystander; with a draft's board and marks, if one is given."""
    draft = draft or Drafted(state.position)
    position = draft.position
    coming = _coming(position, seat, draft)
    view = {
        **_heading(state),
        "own": seat,
        "position": format_view(state.position, seat),
        "players": [_player(position, player, seat, draft) for player in range(position.setup.players)],
        "coming": coming,
        "drawn": coming[0] if coming else None,
        "deck": len(position.deck),
        "discards": faces(position.discards),
        "discards_words": cards_words(faces(position.discards)),
        "last_attack": _last_attack(state),
        "aim": draft.aim,
        "parts": [_part(state, number, ended) for number, ended in enumerate(state.rounds, start=1)],
        "ended_round": _ended_round(state),
    }
    for player in view["players"]:
        player["flags"] = flags(view, player)
        player["words"] = player_words(view, player)
    near = 0 if seat is None else seat
    view["others"] = [*view["players"][near + 1 :], *view["players"][:near]]
    view["near"] = view["players"][near]
    view["piles_words"] = piles_words(view)
    view["to_place_words"] = to_place_words(view)
    view["seen_words"] = seen_words(view)
    view["lines"] = lines(view)
    view["picture_height"] = picture_height(view)
    view["alt"] = alt(view)
    return view


def _heading(state: MatchState) -> View:
    position, setup = state.position, state.setup
    seats = range(setup.players)
    return {
        "game": "fortress",
        "title": title(position),
        "labels": [seat_name(player) for player in seats],
        "colours": [player_colour(player) for player in seats],
        "scores": list(position.totals),
        "score_words": say("points") if state.is_over else say("points so far"),
        "to_act": list(position.asked),
        "last": translate(state.last) if state.last else "",
        "phase": position.phase,
        "round": position.round,
        "rounds": setup.rounds,
        "target": setup.target,
        "way": position.way,
        "way_words": _way_words(position),
        "passes": position.passes,
        "given_up": list(given_up(state)),
    }


def player_colour(seat: int) -> str:
    """Return a word for a player's colour, as stylesheets read it: "player-1" for seat 0."""
    return f"player-{seat + 1}"


def title(position: Position) -> Text:
    """Say where the match stands: "Round 2 of 2, attacks" or "Round 3, to 17, attacks"."""
    number, setup = position.round, position.setup
    where = say("Round %(round)s", round=number)
    if setup.rounds is not None:
        where = say("Round %(round)s of %(rounds)s", round=number, rounds=setup.rounds)
    elif setup.target is not None and position.phase != STARTER:
        where = say("Round %(round)s, to %(target)s", round=number, target=setup.target)
    if position.phase == OVER_PHASE:
        return say("Match over in round %(round)s", round=number)
    if position.phase == FORTIFYING:
        return say("%(round)s, fortifying", round=where)
    if position.phase == STARTER:
        return say("%(round)s is over, choosing who starts the next", round=where)
    return say("%(round)s, attacks", round=where)


def _way_words(position: Position) -> Text:
    order = joined([seat_name(player) for player in position.playing[:: position.way]])
    if position.way > 0:
        return say("Play and attacks go to the left, in the order %(players)s", players=order)
    return say("Play and attacks go to the right, in the order %(players)s", players=order)


def _player(position: Position, player: int, seat: int | None, draft: Drafted) -> View:
    """Make the view of a player: hand, captured royals, points, part in the round, and all that in ``words``.

    ``to_place`` is the number of cards still to be placed. ``is_target``: the player who acts would attack this one.
    """
    captured = position.captured[player]
    coming = position.coming[player]
    acts = position.phase in (ATTACKING, PLACING) and position.actor is not None
    return {
        "seat": player,
        "number": player + 1,
        "label": seat_name(player),
        "colour": player_colour(player),
        "own": player == seat,
        "playing": position.hands[player] is not None,
        "to_act": player in position.asked,
        "is_target": acts and position.actor is not None and position.target(position.actor) == player,
        "is_starter": position.starter == player,
        "cards": row(seen_hand(position, player, seat), position.face_up, player == seat, draft.marked),
        "to_place": len(coming or ()),
        "has_finished": position.phase == FORTIFYING and coming is None,
        "captured": faces(captured),
        "captured_points": captured_points(captured),
        "total": position.totals[player],
    }


def _coming(position: Position, seat: int | None, draft: Drafted) -> list[View]:
    if seat is None:
        return []
    if draft.draws:
        return [back("drawn")]
    seen = seen_coming(position, seat, seat)
    if draft.hides_next:
        return [back() for _ in seen]
    refs = ["drawn", *[""] * len(seen)]
    return [back(ref) if card is None else face(card, ref=ref) for card, ref in zip(seen, refs, strict=False)]


def _last_attack(state: MatchState) -> View | None:
    """Make the view of the last attack; ``None`` if there is none to show.

    It has the attacking seat, its target and the end of the hand (``side``), and the cards that attacked, fell, or were
    turned up to block.
    """
    attack = state.attack
    if attack is None:
        return None
    return {
        "seat": attack.seat,
        "target": attack.target,
        "side": attack.end,
        "attackers": faces(attack.attackers),
        "fallen": faces(attack.fallen),
        "turned": faces(attack.turned),
    }


def _part(state: MatchState, number: int, ended: EndedRound) -> View:
    return {
        "title": say("Round %(round)s", round=number),
        "words": round_words(ended.how, ended.player),
        "points": list(ended.points),
        "labels": [seat_name(player) for player in range(state.setup.players)],
    }


def _ended_round(state: MatchState) -> View | None:
    """Make the view of the hands and captured royals by which the last round was scored."""
    if state.hands is None:
        return None
    hands, ended = state.hands, state.rounds[-1]
    return {
        **_part(state, hands.round, ended),
        "round": hands.round,
        "players": [
            {
                "seat": player,
                "label": seat_name(player),
                "colour": player_colour(player),
                "playing": hands.hands[player] is not None,
                "cards": open_row(hands.hands[player]),
                "cards_words": cards_words(faces(hands.hands[player] or ())),
                "captured": faces(hands.captured[player]),
                "captured_words": cards_words(faces(hands.captured[player])),
                "held_points": held_points(hands.hands[player] or ()),
                "captured_points": captured_points(hands.captured[player]),
                "points": ended.points[player],
            }
            for player in range(state.setup.players)
        ],
    }
