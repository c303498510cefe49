"""3.5.5: what trains earn that serve stations and town markers and follow no routes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ferrovia.table.page.routes import StationEarnings
from ferrovia.table.page.scene import Scene


def station_earnings(scene: Scene, company: str) -> StationEarnings | None:
    """The stations that its trains serve, one by one; None for a company that earns nothing so."""
    earned = scene.view["own"]["companies"].get(company, {})
    if "stations" not in earned:
        return None
    return StationEarnings(earned["stations"], earned["earnings"], tuple(_notes(scene, company, earned)))


def _notes(scene: Scene, company: str, earned: Mapping[str, Any]) -> Iterator[str]:
    say, stations = scene.say, earned["stations"]
    served, idle = earned["markers_served"], earned["markers_idle"]
    markers = earned["earnings"] - sum(stations.values())
    if idle:
        text = "Town markers: {served} served for {markers}, {idle} without a train."
        yield say(text, served=served, markers=markers, idle=idle)
    elif served:
        yield say("Town markers: {served} served for {markers}.", served=served, markers=markers)
    left_out = len(scene.game.state.stations[company]) - len(stations)
    if left_out:
        yield say("{n} {n:station earns|stations earn} nothing: no train has room.", n=left_out)
