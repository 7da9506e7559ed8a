"""Leaving a match (rules 6), and being away for a turn."""

from __future__ import annotations

from dataclasses import replace

from .position import GONE, Figure, ForestEnding, Position


def leave(position: Position, seat: int) -> tuple[Position, ForestEnding | None]:
    """Return the position after a player has left, and how the match has ended, if it has.

    If it was that player's turn, the next one takes it over unchanged, with its new monsters and die (R45).
    """
    figures = list(position.figures)
    figures[seat] = Figure(GONE)
    after = replace(position, figures=tuple(figures))
    if not any(figure.is_playing for figure in figures):
        return after, ForestEnding("left")
    return pass_baton(after) if seat == position.seat else after, None


def pass_baton(position: Position) -> Position:
    """Return the position after the next player has taken the turn over."""
    return replace(position, seat=position.next_seat())
