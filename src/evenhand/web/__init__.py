"""The HTTP service: ratings live, over a ledger."""
