"""``python -m hooks.commands.address HOST:PORT``: whether the site can be served there, before anything is built."""

import socket
import sys

from hooks.commands.progress import Failure, tell


def check(address: str) -> None:
    """Return if a server could listen at the address. Raises `Failure` with what to do if not."""
    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise Failure(f"ADDRESS is a host and a port, such as 127.0.0.1:8000, and “{address}” was given.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            server.bind((host.strip("[]"), int(port)))
        except OSError as error:
            raise Failure(
                f"The site cannot be served at {address} ({error.strerror}): stop what listens there, or name another "
                f"address, as in: make serve ADDRESS={host}:8001"
            ) from None


if __name__ == "__main__":
    tell(lambda: check(sys.argv[1]))
