"""The rules of Bastard Sword, and its exact odds."""
