"""What a computer player means to do, and why."""

from typing import NamedTuple

from ferrovia.engine.flow.actions import Action
from ferrovia.saying.message import Message


class Thought(NamedTuple):
    action: Action
    why: Message
