"""The formats: the ways to run an event, each in a room of its own.

Start in `format.py`: what an event asks of its format, and what most of them answer. The list is in `formats.py`;
`docs/formats.md` says how to add one.
"""
