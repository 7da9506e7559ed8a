"""Fortac: its rules, notation and views, as pure functions over immutable values.

Start reading in ``game.py``, which names the parts; ``rules/legal.py`` says which steps are legal. No part imports
``game``.
"""
