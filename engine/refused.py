"""The one error that a reader sees: a rule says in a sentence what it cannot work with."""


class Refused(ValueError):
    """What cannot be used, as one whole sentence. Any other error out of a rule or a calculator is a fault of ours."""
