"""The gate: the acts that change a match, each in one transaction with its row locked.

The acts: `turns` (start, submit, resign), `timeout`, `takeback`, `draws`, `chat`, `clock_acts` (what players and
organisers do to one clock), `event_clocks`, `mail_clocks`, `calendar_clocks`, `handover`, `rulings`.
Each locks the match and saves it (`lock`), and changes it in memory between (`locked_match`); `marks` locks it, too,
but saves only marks, which are no part of the match's state or log. Start in `turns.py`.

A seat's orders (`conditional/orders.py`), its read marks, changed pauses and the time given back after an outage are
written outside the gate; `lock.py` says how the gate keeps them.
"""
