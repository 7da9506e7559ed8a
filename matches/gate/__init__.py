"""The gate: everything that changes a match, in one transaction with its row locked.

The acts: `turns` (start, submit, resign), `in_time`, `timeout`, `takeback`, `draws`, `chat`, `clock_acts`, `handover`,
`rulings`. Start in `locking.py`.
"""
