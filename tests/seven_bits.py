"""The way back from `hooks.commands.bundle.as_text`, written apart from it."""


def read(text: str) -> bytes:
    """The bytes that a text says with seven bits a letter."""
    found = bytearray()
    for start in range(0, len(text), 8):
        high, *low = (ord(letter) for letter in text[start : start + 8])
        found += bytes(letter % 128 + 128 * (high >> place & 1) for place, letter in enumerate(low))
    return bytes(found)
