"""Pages about the API: tokens, webhooks, documentation, and the table to embed."""
