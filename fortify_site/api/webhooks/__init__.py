"""What happens in events, told to addresses that their organisers have given (Standard Webhooks)."""
