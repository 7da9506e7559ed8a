"""What the API answers with and takes, by subject; the descriptions stand in its OpenAPI document."""
