"""The kinds of emails about matches, and the function that prepares each.

The function says whether the email is still wanted, and gives its template what to show; the words are in
`templates/email/<kind>/mail.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from mail.outbox.registry import MailKind
from mail.preferences.unsubscribe import TURNS
from matches.home.emails import digest, reminder, restored
from matches.offers.emails import (
    challenge,
    challenge_accepted,
    challenge_declined,
    challenge_link,
    challenge_withdrawn,
    match_begun,
    seat_changed,
)
from matches.playing.clock_emails import clock_changed, passed_over, standstill, vacation_day
from matches.playing.result_emails import match_over, seat_left
from matches.playing.turn_emails import (
    baton_passed,
    conditional_played,
    draw_declined,
    draw_offered,
    handed_over,
    marked,
    pick_made,
    said,
    taken_back,
    your_turn,
)
from matches.replies.emails import challenge_reply, confirm_resignation, hello, position, receipt, refusal, was_this_you

news = partial(MailKind, may_wait=True)
about_turns = partial(MailKind, may_wait=True, stopped_by=TURNS)

KINDS: Mapping[str, MailKind] = {
    "your_turn": about_turns(your_turn),
    "digest": about_turns(digest),
    "reminder": about_turns(reminder, warns=True),
    "conditional_played": about_turns(conditional_played),
    "clock_changed": about_turns(clock_changed),
    "draw_offered": about_turns(draw_offered),
    "draw_declined": about_turns(draw_declined),
    "taken_back": about_turns(taken_back),
    "handed_over": about_turns(handed_over),
    "pick_made": about_turns(pick_made),
    "said": about_turns(said),
    "marked": about_turns(marked),
    "baton_passed": about_turns(baton_passed),
    "restored": news(restored),
    "vacation_day": news(vacation_day),
    "passed_over": news(passed_over),
    "match_over": news(match_over),
    "seat_left": news(seat_left),
    "challenge": news(challenge),
    "challenge_accepted": news(challenge_accepted),
    "challenge_declined": news(challenge_declined),
    "challenge_withdrawn": news(challenge_withdrawn),
    "match_begun": news(match_begun),
    "seat_changed": news(seat_changed),
    "challenge_link": MailKind(challenge_link),
    "receipt": MailKind(receipt),
    "refusal": MailKind(refusal),
    "hello": MailKind(hello),
    "position": MailKind(position),
    "confirm_resignation": MailKind(confirm_resignation),
    "was_this_you": MailKind(was_this_you),
    "challenge_reply": MailKind(challenge_reply),
    "standstill": MailKind(standstill, for_hosts=True),
}
