"""What ids of this game's rulings begin with, and the folder of its pages."""

NAME = "melee"
