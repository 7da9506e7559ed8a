"""Time controls, in pure Python: how much time a seat has, when its clock is paused, and when it runs out.

Start in `time_control.py`. `presets.py` has the time controls on offer, `limits.py` what is allowed, and
`words.py` how times are said.
"""
