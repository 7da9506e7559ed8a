"""Players: their accounts, names (`names/`) and preferences (`preferences/`).

Only `i18n` and `timekeeping` may be imported here. Start in `models.py`.
"""
