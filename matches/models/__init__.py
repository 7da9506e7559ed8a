"""The tables about playing a match.

Nothing here knows a game's rules: a match keeps its game's state as data, and only `matches/gate` changes it.

Start in `match.py`.
"""

from .better_turn import BetterTurn
from .calendar import CalendarFeed
from .calendar import new_key as new_calendar_key
from .conditional import ConditionalTurns
from .handover import Handover
from .heartbeat import Outage, Reminder
from .last_answer import LastAnswer
from .link import Link
from .mark import Mark
from .match import LogEntry, Match, Seat, new_seed
from .offer import Offer, Place
from .private_note import PrivateNote
from .seek import Seek
from .tally import PairTally, SeatTally
from .time_control import TimeControl
from .vacation import Vacation, VacationDay
from .vacation_pool import VacationPool

__all__ = [
    "BetterTurn",
    "CalendarFeed",
    "ConditionalTurns",
    "Handover",
    "LastAnswer",
    "Link",
    "LogEntry",
    "Mark",
    "Match",
    "Offer",
    "Outage",
    "PairTally",
    "Place",
    "PrivateNote",
    "Reminder",
    "Seat",
    "SeatTally",
    "Seek",
    "TimeControl",
    "Vacation",
    "VacationDay",
    "VacationPool",
    "new_calendar_key",
    "new_seed",
]
