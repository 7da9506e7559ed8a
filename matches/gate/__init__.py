"""The gate: everything that changes a match, in one transaction with its row locked.

The acts: `turns` (start, submit, resign), `timeout`, `takeback`, `draws`, `chat`, `clock_acts` (what opponents,
organisers and late emails do to clocks), `handover`, `rulings`. Each locks the match, changes and saves it (`lock/`).
`in_time` decides whether a late reply counts. Start in `turns.py`.
"""
