"""Cards of what is done and said: a step of the turn, and a word of the hobby."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ferrovia.engine.flow.facts.steps import StepFacts, When, step_facts
from ferrovia.engine.flow.operating import OperatingTurn
from ferrovia.saying.message import term
from ferrovia.table.page.asking.card import AskCard, Fact, ask_link
from ferrovia.table.page.glossary import WORDS
from ferrovia.table.page.scene import Scene

_WHEN: Mapping[When, str] = {
    "now": term("now"),
    "later": term("later in this turn"),
    "over": term("over in this turn"),
    "elsewhere": term("in another turn or round"),
}
# What a step is for, and what usually matters in it; by its id, or by what players call it.
_STEPS: Mapping[str, str] = {
    "track": term(
        "Track is laid or improved. What matters: to link stops that pay more, and to get to a city before others"
        " close it."
    ),
    "token": term(
        "A station in a city that its track leads to. Trains may start from there, and a city that is full lets no"
        " other train through."
    ),
    "run": term("The trains earn money along the track. What they bring is shared out or kept in the next step."),
    "dividend": term(
        "Shared out, the money goes to the shareholders and the price rises; kept, it goes into the treasury and the"
        " price does not rise."
    ),
    "trains": term(
        "Trains are bought from the bank or from others. The first of a new kind begins a phase and makes old ones"
        " rust, so look at which corporations would lose theirs."
    ),
    "finance": term(
        "The corporation trades in its own stock: money for the treasury now, less for shareholders later."
    ),
    "private": term("The corporation may buy private companies of players, for a price that both agree on."),
    "stock": term(
        "Players sell and buy stock in turn. Whoever holds most of a corporation presides over it; prices of what is"
        " sold fall."
    ),
    "auction": term("Private companies are sold to whoever bids most. What is paid here is missing for stock later."),
    "raises": term("Several players bid for one private company: whoever bid least raises or drops out."),
    "offer": term("A corporation offers money for something that another owns, and the owner accepts or declines."),
    "exchange of the presidency": term(
        "Somebody else presides from now on: the president's certificate goes to them for as much other stock."
    ),
    "discard": term("A corporation has more trains than it may have: its president says which one goes."),
    "debt": term("A player must pay more than they have, and sells stock until it is paid."),
}
# The words of the glossary that belong to a step.
_RELATED: Mapping[str, tuple[str, ...]] = {
    "track": ("track", "token"),
    "token": ("token", "run"),
    "run": ("run", "token"),
    "dividend": ("dividend", "market"),
    "trains": ("phase", "rust", "emergency"),
    "finance": ("pool", "market"),
    "private": ("private",),
    "stock": ("certificate", "president", "start-price", "priority"),
    "auction": ("private",),
}


def step_card(scene: Scene, step: str) -> AskCard | None:
    try:
        facts = step_facts(scene.game, step)
    except LookupError:
        return None
    say = scene.say
    about = scene.face.step_words.get(step) or _STEPS.get(step) or _STEPS.get(facts.label, "")
    return AskCard(
        say("Step"),
        say("{words:^}", words=say.term(facts.label)) if facts.label else step,
        facts=tuple(_of_step(scene, facts)),
        told=(say.term(about),) if about else (),
        words=tuple(ask_link(scene, say.term(WORDS[key][0]), "word", key) for key in _RELATED.get(step, ())),
        corporation=facts.corporation,
    )


def _of_step(scene: Scene, facts: StepFacts) -> Iterator[Fact]:
    say = scene.say
    when = say.term(_WHEN[facts.when])
    if facts.place:
        when = say("{when}, step {n} of {all}", when=when, n=facts.place, all=facts.of)
    yield Fact(say("When"), when)
    if facts.deeds:
        yield Fact(say("What may be done"), say("{deeds:;}", deeds=[say.term(deed) for deed in facts.deeds]))
    if facts.when == "now":
        yield Fact(say("Choices now"), str(facts.choices))
    turn = None if scene.game.over else scene.game.find(OperatingTurn)
    if turn is not None:
        steps = dict.fromkeys(
            (step.id, step.station or step.label)
            for step in scene.title.operating.steps_of(scene.game, turn.corporation)
        )
        yield Fact(
            say("The turn"),
            links=tuple(ask_link(scene, say.term(name), "step", step) for step, name in steps),
        )


def word_card(scene: Scene, word: str) -> AskCard | None:
    if word not in WORDS:
        return None
    name, meaning = WORDS[word]
    others = [key for key in WORDS if key != word and WORDS[key][0] != name]
    return AskCard(
        scene.say("Word"),
        scene.say.term(name),
        told=(scene.say.term(meaning),),
        words=tuple(ask_link(scene, scene.say.term(WORDS[key][0]), "word", key) for key in others),
    )
