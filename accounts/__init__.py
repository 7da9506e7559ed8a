"""Players: their accounts, names (`names/`) and preferences (`preferences/`).

Only texts and time may be imported here. Start in `models.py`.
"""
