"""3.6, 3.7.1: what the Unification takes, and what a national would be, by how others answer."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.engine.flow.actions import Action, Answer
from ferrovia.engine.flow.game import Game
from ferrovia.engine.flow.refusal import Refusal
from ferrovia.table.page.control import Effect, Part
from ferrovia.table.page.forks import after
from ferrovia.table.page.scene import Scene
from ferrovia.titles.t18fb.events import NationalFormed
from ferrovia.titles.t18fb.nationals import NO, OLD_FOR_ONE, YES, Formation
from ferrovia.titles.t18fb.south import south

_MOST_ASKED = 12  # presidents, one after the other


def deposits_lost(scene: Scene, then: Game) -> Iterator[Effect]:
    """3.6.7: with the concessions every deposit on them is lost; those of the viewer first."""
    if not south(scene.game).concessions or south(then).concessions:
        return
    lost: dict[str, int] = {}
    for concession in south(scene.game).concessions.values():
        if concession.deposit and concession.owner in scene.game.players:
            lost[concession.owner] = lost.get(concession.owner, 0) + concession.deposit
    for player, amount in sorted(lost.items(), key=lambda each: each[0] != scene.viewer):
        if player == scene.viewer:
            yield Effect(scene.say("Your deposits, lost"), str(amount), "0", -amount)
        else:
            yield Effect(
                scene.say("Deposits of {player}, lost", player=player), str(amount), "0", -amount, "", Part.OTHERS
            )


def formation(scene: Scene, action: Action) -> Iterator[Effect]:
    """3.7.1: who is asked next, and what becomes of it if all of them agree, or if all refuse."""
    frame, say = scene.game.top, scene.say
    if not isinstance(frame, Formation) or not isinstance(action, Answer) or action.choice not in (YES, NO):
        return
    company = frame.corporation_of(scene.game)
    waiting = [name for name in frame.floated(scene.game) if name not in (*frame.asked, company)]
    then = after(scene, action)
    if not waiting or then is None or not _is_asked_on(then, frame.national):
        return
    asked = say("{companies:and}", companies=[_with_president(scene, name) for name in waiting])
    yield Effect(say("May be asked next"), after=asked)
    for words, answer in ((say("If they agree"), YES), (say("If they refuse"), NO)):
        yield from _formed(scene, action, frame.national, words, answer)


def _is_asked_on(then: Game, national: str) -> bool:
    """Whether somebody else has a say in it after an answer."""
    return not then.over and isinstance(then.top, Formation) and then.top.national == national


def _with_president(scene: Scene, company: str) -> str:
    return scene.say("{company} ({player})", company=company, player=scene.game.president(company))


def _formed(scene: Scene, action: Action, national: str, words: str, answer: str) -> Iterator[Effect]:
    """What the viewer has then, where no lot has a say and nobody has more to choose."""
    game, say = scene.game.fork_for(scene.viewer), scene.say
    events = [*game.apply(action)]
    try:
        for _ in range(_MOST_ASKED):
            frame = game.top if not game.over else None
            if not isinstance(frame, Formation) or frame.national != national:
                break
            events += game.apply(Answer(answer))
    except Refusal:
        yield Effect(words, after=say("a president chooses the second company"))
        return
    formed = next((event for event in events if isinstance(event, NationalFormed)), None)
    if formed is None or game.state.draws != scene.game.state.draws:
        yield Effect(words, after=say("lots decide which companies become {national}", national=national))
        return
    pair, price, viewer = [formed.first, formed.second], game.price(national), scene.viewer or ""
    text = "{national} of {pair:and}, at {price:money}"
    yield Effect(words, after=say(text, national=national, pair=pair, price=price))
    old = sum(scene.game.percent(name, viewer) // scene.game.share(name) for name in pair)
    new = game.percent(national, viewer) // game.share(national)
    if old or new:
        yield Effect(say("Your shares, {n} old for a new one", n=OLD_FOR_ONE), str(old), str(new))
    if presides := game.president(national):
        yield Effect(say("Its president"), after=presides)
