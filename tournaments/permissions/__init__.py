"""Who may do what in events, seasons and clubs."""
