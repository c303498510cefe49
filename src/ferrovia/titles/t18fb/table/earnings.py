"""3.5.5: what trains earn that serve stations and town markers and follow no routes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferrovia.table.page.routes import StationEarnings
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb.components import capacity


def station_earnings(scene: Scene, company: str) -> StationEarnings | None:
    """The stations that its trains serve, one by one; None for a company that earns nothing so."""
    earned = scene.view["own"]["companies"].get(company, {})
    if "stations" not in earned:
        return None
    room = sum(capacity(train).cities for train in scene.game.trains(company))  # 3.5.5.2
    return StationEarnings(earned["stations"], earned["earnings"], room, tuple(_notes(scene, company, earned)))


def _notes(scene: Scene, company: str, earned: Mapping[str, Any]) -> Iterator[str]:
    say, stations = scene.say, earned["stations"]
    served, idle = earned["markers_served"], earned["markers_idle"]
    markers = earned["earnings"] - sum(stations.values())
    if idle:
        text = "Town markers: {served} served for {markers}, {idle} without a train."
        yield say(text, served=served, markers=markers, idle=idle)
    elif served:
        room = sum(capacity(train).towns for train in scene.game.trains(company))
        text = "Town markers: {served} served for {markers}; its trains have room for {room}."
        yield say(text, served=served, markers=markers, room=room)
    left_out = len(scene.game.state.stations[company]) - len(stations)
    if left_out:
        yield say("{n} {n:station earns|stations earn} nothing: no train has room.", n=left_out)
