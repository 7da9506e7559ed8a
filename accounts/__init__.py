"""Players: their accounts, the names they show, what they prefer.

Only texts may be imported here. Start in `models.py`; which names look alike is in `lookalikes.py`.
"""
