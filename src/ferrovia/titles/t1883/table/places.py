"""What is printed on a hex of 1883 beside its track: ports, floods, T locations, the line of the State; in words."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.table.page.scene import Scene
from ferrovia.titles.t1883 import components
from ferrovia.titles.t1883.emilia import emilia


def told_of_hex(scene: Scene, hex_id: str) -> Iterator[str]:
    """2.1, 6.4.4, 6.6, 11.1.2."""
    say, board = scene.say, components.sheet("map")
    if hex_id in board["ports"]:
        yield say("Port: anchors may be placed here.")
    if hex_id in board["flood_hexes"]:
        yield say("F: no tile is laid or upgraded here while Flooding is in force.")
    boxes = components.t_locations().get(hex_id)
    if boxes:
        places = [scene.place(box) for box in boxes]
        yield say("T: red lines lead from here to {places:and}.", places=places)
    if hex_id in board["fs_route"]:
        yield say("The line of the State, Parma to Bologna, runs through here.")
    if hex_id in emilia(scene.game).coaches:
        yield say("A coach of SARSA stands here.")
