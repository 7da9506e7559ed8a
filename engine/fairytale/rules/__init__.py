"""The rules: positions, the actions of a turn, and the moves of monsters.

Start in `position.py`.
"""
