"""The site's processes: the supervisor of `make run` and its Valkey, ticks without a broker, and checks at a start.

Start in `supervisor.py`.
"""
