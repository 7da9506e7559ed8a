"""What is stored about playing a match.

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
from .leave import Leave, LeaveDay
from .leave_pool import LeavePool
from .link import Link
from .mark import Mark
from .match import LogEntry, Match, Seat, new_seed
from .offer import Offer, Place
from .private_note import PrivateNote
from .seek import Seek
from .tally import PairTally, SeatTally
from .time_control import TimeControl

__all__ = [
    "BetterTurn",
    "CalendarFeed",
    "ConditionalTurns",
    "Handover",
    "LastAnswer",
    "Leave",
    "LeaveDay",
    "LeavePool",
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
    "new_calendar_key",
    "new_seed",
]
