"""How the site's processes run: the supervisor of `make run` and its Valkey, and ticks without a broker.

Start in `supervisor.py`.
"""
