"""Strategies of Rummy.

``bots`` tells what they do, ``turn`` does it, ``player`` sits down at the table of the rules.
"""
