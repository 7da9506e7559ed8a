"""All kinds of tie-breaks that the site knows."""

from __future__ import annotations

from i18n.text import noop

from . import buchholz, own_results, ratings
from .tie_break_kind import AT_TABLES_ONLY, EVERYWHERE, NOWHERE, ROUND_ROBIN, SWISS_ONLY, TieBreakKind

POINTS_KIND = TieBreakKind(
    "PTS", noop("Points"), noop("What the results are worth in this event."), "4.2", own_results.points, 1
)

_ALL = (
    POINTS_KIND,
    # Opponents' points.
    TieBreakKind(
        "BH",
        noop("Buchholz"),
        noop("The points of all your opponents added up: the stronger they are, the higher you stand."),
        "8.1",
        buchholz.buchholz,
        1,
        "CM",
        SWISS_ONLY,
        ROUND_ROBIN,
    ),
    TieBreakKind(
        "FB",
        noop("Fore Buchholz"),
        noop(
            "Buchholz as if every game of the last round had been drawn, so that it is known before that round "
            "is played."
        ),
        "8.3",
        buchholz.fore_buchholz,
        1,
        "CM",
        SWISS_ONLY,
        ROUND_ROBIN,
    ),
    TieBreakKind(
        "AOB",
        noop("Average of opponents’ Buchholz"),
        noop("The average Buchholz of those you played against."),
        "8.2",
        buchholz.average_buchholz,
        2,
        "F",
        SWISS_ONLY,
        ROUND_ROBIN,
    ),
    TieBreakKind(
        "SB",
        noop("Sonneborn-Berger"),
        noop("For each round, your opponent’s points times what you scored: beating strong opponents counts most."),
        "9.1",
        buchholz.sonneborn_berger,
        2,
        "CM",
    ),
    TieBreakKind(
        "KS",
        noop("Koya"),
        noop("What you scored against those who have at least half of all points they could have."),
        "9.2",
        buchholz.koya,
        1,
        "L",
        ROUND_ROBIN,
    ),
    TieBreakKind(
        "DE",
        noop("Direct encounter"),
        noop("Your place among those level with you so far, by the games you played against each other."),
        "6",
        None,
        0,
        "P",
        higher_is_better=False,
    ),
    # Own results.
    TieBreakKind(
        "WIN",
        noop("Wins"),
        noop("The rounds that brought you a win’s points, played or not."),
        "7.1",
        own_results.wins,
    ),
    TieBreakKind(
        "WON", noop("Wins over the board"), noop("The games you won over the board."), "7.2", own_results.games_won
    ),
    TieBreakKind(
        "BPG",
        noop("Games with the second colour"),
        noop("The games you played with the second colour."),
        "7.3",
        own_results.black_games,
    ),
    TieBreakKind(
        "BWG",
        noop("Wins with the second colour"),
        noop("The games you won over the board with the second colour."),
        "7.4",
        own_results.black_wins,
    ),
    TieBreakKind(
        "PS",
        noop("Progressive score"),
        noop("Your points after each round added up: early points count more often."),
        "7.5",
        own_results.progressive,
        1,
        "C",
        SWISS_ONLY,
    ),
    TieBreakKind(
        "REP",
        noop("Rounds you chose to play"),
        noop("The rounds without a half-point bye, an absence or a loss by forfeit."),
        "7.6",
        own_results.elected_rounds,
    ),
    TieBreakKind(
        "STD",
        noop("Standard points"),
        noop("1 for every win and ½ for every draw, whatever they are worth in this event."),
        "7.7",
        own_results.standard_points,
        1,
    ),
    # Ratings.
    TieBreakKind(
        "ARO",
        noop("Average rating of opponents"),
        noop("The average rating of those you played against."),
        "10.1",
        ratings.average,
        0,
        "CM",
        needs_ratings=True,
    ),
    TieBreakKind(
        "TPR",
        noop("Performance"),
        noop(
            "The average rating of those you played against, and what your share of points adds to it by FIDE’s table."
        ),
        "10.2",
        ratings.performance,
        needs_ratings=True,
    ),
    TieBreakKind(
        "PTP",
        noop("Perfect performance"),
        noop("The lowest rating that would be expected to score what you scored against the same opponents."),
        "10.3",
        ratings.perfect,
        needs_ratings=True,
    ),
    TieBreakKind(
        "APRO",
        noop("Average performance of opponents"),
        noop("The average performance of those you played against."),
        "10.4",
        ratings.average_performance,
        needs_ratings=True,
    ),
    TieBreakKind(
        "APPO",
        noop("Average perfect performance of opponents"),
        noop("The average perfect performance of those you played against."),
        "10.5",
        ratings.average_perfect,
        needs_ratings=True,
    ),
    TieBreakKind(
        "RTNG",
        noop("Rating"),
        noop("Your rating when the event began."),
        "10.6",
        ratings.own_rating,
        offered=NOWHERE,
        needs_ratings=True,
    ),
    # Our own.
    TieBreakKind(
        "MPD",
        noop("Match-point difference"),
        noop("The points you won in matches that were played, less those your opponents won in them."),
        "",
        own_results.match_difference,
        1,
    ),
    TieBreakKind(
        "MPS",
        noop("Match points"),
        noop("The points you won in matches that were played, without byes and forfeits."),
        "",
        own_results.match_points,
        1,
    ),
    TieBreakKind(
        "VPD",
        noop("Game-point difference"),
        noop("The points you scored in your matches less those of your opponents, up to a limit for each match."),
        "",
        own_results.game_difference,
        needs_scores=True,
    ),
    TieBreakKind(
        "VPS",
        noop("Game points"),
        noop("The points you scored in all matches that were played."),
        "",
        own_results.game_points,
        needs_scores=True,
    ),
    # At tables of several players.
    TieBreakKind(
        "TPS",
        noop("Share of points"),
        noop("At each table your points divided by the table’s average, added up; 1 is the average."),
        "",
        None,
        3,
        offered=AT_TABLES_ONLY,
        refused=EVERYWHERE,
        needs_scores=True,
    ),
    TieBreakKind(
        "TWN",
        noop("Table wins"),
        noop("The tables you won: 1 at a table of four, ¾ at three, 1¼ at five; a shared win counts as its part."),
        "",
        None,
        offered=AT_TABLES_ONLY,
        refused=EVERYWHERE,
    ),
    TieBreakKind(
        "TOP",
        noop("Opponents’ points"),
        noop("What the players you met have from their other tables: of each table the mean."),
        "",
        None,
        3,
        offered=AT_TABLES_ONLY,
        refused=EVERYWHERE,
    ),
)

TIE_BREAK_KINDS = {kind.code: kind for kind in _ALL}
