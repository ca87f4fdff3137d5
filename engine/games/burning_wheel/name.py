"""What ids of this game's rulings begin with."""

NAME = "burning-wheel"
