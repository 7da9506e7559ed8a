"""Texts of positions, views and steps.

Start in `position.py`; `step.py` reads what people type.
"""
