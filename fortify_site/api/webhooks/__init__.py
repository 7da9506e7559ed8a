"""News of events and seasons, sent to addresses that organisers have given (Standard Webhooks).

Start in `deliveries.py`.
"""
