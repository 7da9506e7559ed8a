"""Positions, views and steps as text.

Start in `position.py`; `step.py` reads what people type.
"""
