"""Bidding: how far a hand goes in the auction, and what is announced when it has won."""
