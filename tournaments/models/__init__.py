"""What is stored of events and of clubs."""

from .archive import Arrival, Upload
from .club import Club, ClubLine, ClubNews, Membership
from .entry import Absence, Entry
from .event import Event
from .league import Division, League, Season, SeasonEntry
from .place import Card, PlaceOffer, Vacancy
from .rating import RatedMonth, Rating
from .record import Announcement, ClockAct, LogLine
from .round import DrawnMatch, Forbidden, Pairing, PendingVerdict, Round
from .terms import EventTerms

__all__ = [
    "Absence",
    "Announcement",
    "Arrival",
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
    "Upload",
    "Vacancy",
]
