"""The kinds of emails about matches, as ``mail.outbox.registry`` knows them.

Start in `turns.py`. Each kind says whether its email is still wanted, and gives its template what to show; its words
are in `templates/email/<kind>/mail.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping

from mail.outbox.registry import Kind, register
from mail.preferences.unsubscribe import TURNS

from .abandoned import standstill
from .between_players import draw_declined, draw_offered, handed_over, marked, pick_made, said
from .clock_changes import clock_changed, passed_over, vacation_day
from .offers import (
    challenge,
    challenge_accepted,
    challenge_declined,
    challenge_link,
    challenge_withdrawn,
    match_begun,
    seat_changed,
)
from .replies import challenge_reply, confirm_resignation, hello, position, receipt, refusal, was_this_you
from .result import match_over, seat_left
from .turns import baton_passed, conditional_played, taken_back, your_turn
from .waiting_turns import digest, reminder, restored

# These and the news wait in their readers' quiet hours.
ABOUT_TURNS: Mapping[str, Kind] = {
    "your_turn": your_turn,
    "digest": digest,
    "reminder": reminder,
    "conditional_played": conditional_played,
    "clock_changed": clock_changed,
    "draw_offered": draw_offered,
    "draw_declined": draw_declined,
    "taken_back": taken_back,
    "handed_over": handed_over,
    "pick_made": pick_made,
    "said": said,
    "marked": marked,
    "baton_passed": baton_passed,
}
NEWS: Mapping[str, Kind] = {
    "restored": restored,
    "vacation_day": vacation_day,
    "passed_over": passed_over,
    "match_over": match_over,
    "seat_left": seat_left,
    "challenge": challenge,
    "challenge_accepted": challenge_accepted,
    "challenge_declined": challenge_declined,
    "challenge_withdrawn": challenge_withdrawn,
    "match_begun": match_begun,
    "seat_changed": seat_changed,
}
ANSWERS: Mapping[str, Kind] = {
    "challenge_link": challenge_link,
    "receipt": receipt,
    "refusal": refusal,
    "hello": hello,
    "position": position,
    "confirm_resignation": confirm_resignation,
    "was_this_you": was_this_you,
    "challenge_reply": challenge_reply,
}
OWN = frozenset({*ABOUT_TURNS, *NEWS, *ANSWERS, "standstill"})


def register_all() -> None:
    for name, kind in ABOUT_TURNS.items():
        register(name, kind, may_wait=True, warns=name == "reminder", stopped_by=TURNS)
    for name, kind in NEWS.items():
        register(name, kind, may_wait=True)
    for name, kind in ANSWERS.items():
        register(name, kind)
    register("standstill", standstill, for_hosts=True)
