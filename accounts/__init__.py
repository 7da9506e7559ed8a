"""Players: their accounts, the names they show, time zones and nights.

Only texts may be imported here. Start in `models.py`; which names look alike is in `lookalikes.py`.
"""
