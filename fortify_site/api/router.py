"""The whole API, with all its resources."""

from __future__ import annotations

from .auth import api
from .resources import clubs, events, matches, own, players, seasons, weekly

api.add_router("/events", events.router)
api.add_router("/matches", matches.router)
api.add_router("/clubs", clubs.router)
api.add_router("/clubs", seasons.router)
api.add_router("/weekly", weekly.router)
api.add_router("/me", own.router)
api.add_router("", players.router)

__all__ = ["api"]
