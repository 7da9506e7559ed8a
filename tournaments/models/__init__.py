"""The models of events and of clubs.

Start in `event.py`.
"""

from .archive import Arrival, Upload
from .club import Club, ClubLine, ClubNews, Membership
from .entry import Absence, Entry, with_members, with_teams
from .event import Event
from .event_settings import EventTerms
from .league import Division, League, Season, SeasonEntry
from .log import Announcement, ClockAct, LogLine
from .rating import RatedMonth, Rating
from .round import ByeMatch, DrawnMatch, Forbidden, Pairing, PendingVerdict, Round, TableSeat, played_by, seated
from .vacancy import Card, PlaceOffer, Vacancy
from .weekly import WeeklyAttempt, WeeklyForest

__all__ = [
    "Absence",
    "Announcement",
    "Arrival",
    "ByeMatch",
    "Card",
    "ClockAct",
    "Club",
    "ClubLine",
    "ClubNews",
    "Division",
    "DrawnMatch",
    "Entry",
    "Event",
    "EventTerms",
    "Forbidden",
    "League",
    "LogLine",
    "Membership",
    "Pairing",
    "PendingVerdict",
    "PlaceOffer",
    "RatedMonth",
    "Rating",
    "Round",
    "Season",
    "SeasonEntry",
    "TableSeat",
    "Upload",
    "Vacancy",
    "WeeklyAttempt",
    "WeeklyForest",
    "played_by",
    "seated",
    "with_members",
    "with_teams",
]
