"""What happens in events and seasons, told to addresses that organisers have given (Standard Webhooks).

Start in `deliveries.py`.
"""
