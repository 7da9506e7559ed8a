"""News of events and seasons, sent to addresses that organisers have entered (Standard Webhooks).

Start in `deliveries.py`.
"""
