"""Fortress: its rules, notation and views, as pure functions over immutable values.

Start reading in ``game.py``, which names the parts; ``rules/legal.py`` says which steps are legal and
``cards/position.py`` what is hidden in them. No part imports ``game``.
"""
