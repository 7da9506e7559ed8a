"""Positions and steps as text, read and written.

Start in `step.py`.
"""
