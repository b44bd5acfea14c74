"""The luck of the cards: what the deal and every card from the stock were worth to each seat.

Luck of a seat is a sum over all that chance does, each in shares of the opponents beaten: the
value after the card that came, less the mean of that value over all cards that could have come.

==============  =================================================================================
``events``      what chance did in a game, and what it could have done
``ahead``       where that leads: to the next draw from the stock, as strategies always play
``hopes``       what a hand has to hope for: how near it is, and which cards bring it nearer
``network``     the chance of who draws next from the stock, by the hopes of both hands
``values``      what each seat wins by that
``judge``       the luck of games, put together
``plain``       the same move by move, to be read
``weights``     the network in a file; ``fit`` makes it
==============  =================================================================================

A card taken from the pile is a choice and no luck.  However good or bad the network is, the mean
of luck is zero.
"""
