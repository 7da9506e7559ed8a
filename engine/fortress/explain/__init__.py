"""Sentences about cards, steps, rounds and refusals.

Start in `describe.py`. A player is named by a label such as "Player 2"; people's names are not known here.
"""
