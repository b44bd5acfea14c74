"""The luck of the dice: what every throw was worth, beside what throws are worth on average.

Luck of a seat is a sum over the throws of a game, each in shares of a win: the value of the
position with the dice that fell, less the mean of that value over all dice that could have fallen.
The value of a position with dice is found by playing these dice in a fixed way
(:mod:`~evenhand.games.ludo.luck.throws`), and asking a small network for the chance to win in
the position reached (:mod:`~evenhand.games.ludo.luck.network`).  However good or bad that is, the
mean of luck is zero: what the players really do never enters.
"""
