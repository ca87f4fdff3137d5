"""A fight on two devices: scripts under seal, then what opens them."""

from tests.unit.devices import Device

SETUP = {"a": {"name": "Hedda"}, "b": {"name": "Orm"}}
STRIKES = {"is": "write", "first": "Close, Strike, Block", "second": "Maintain, Strike", "third": "Maintain, Block"}
BLOCKS = {"is": "write", "first": "Maintain, Block, Strike", "second": "Maintain, Block", "third": "Maintain, Strike"}


def test_two_devices_swap_seals_and_open_them_fgt_67() -> None:
    here, there = Device("fight-play", SETUP), Device("fight-play", SETUP)
    here.make("table", {"is": "set-distance", "at": "lunging"})
    there.take(here)
    here.make("side A", {**STRIKES, "nonce": "0f" * 16})
    (seal,) = here.handed("side A")
    there.make("side A", seal)
    assert there.shown["values"]["scripted"] == [False, False]
    there.make("side B", {**BLOCKS, "nonce": "1a" * 16})
    seal, opens = there.handed("side B")
    here.make("side B", seal)
    here.make("side B", opens)
    there.make("side A", here.handed("side A")[1])
    for device in (here, there):
        assert device.shown["values"]["phase"] == "announce"
        assert device.shown["values"]["scripted"] == [True, True]
