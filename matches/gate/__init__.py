"""The gate: everything that changes a match, in one transaction with its row locked.

The acts: `turns` (start, submit, resign), `timeout`, `takeback`, `draws`, `chat`, `clock_acts` (what opponents,
organisers and late emails do to clocks), `handover`, `rulings`. Whether a late reply counts is in `in_time`; locking
and storing are in `lock/`. Start in `turns.py`.
"""
