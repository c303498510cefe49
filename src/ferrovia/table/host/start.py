"""What a host is told when the server starts: who can make an account, and how the first one is made."""

from __future__ import annotations

from django.urls import reverse

from ferrovia.saying.message import Message
from ferrovia.table.host.sign_up import SignUp, make_link, needs_first_account, sign_up_now

FIRST_DAYS = 7  # in which the first account can be made by the link that is told


def words_at_start(address: str) -> list[Message]:
    """Sentences for the terminal; nothing where anybody may sign up, as on one's own machine."""
    way = sign_up_now()
    if way is SignUp.OPEN:
        return []
    if way is SignUp.CLOSED:
        return [Message("No new accounts are made; ferrovia admin sign-up changes that.")]
    said = [
        Message("Accounts are made by invitation, as others reach this server; ferrovia admin invite makes a link.")
    ]
    if needs_first_account():
        link = address.rstrip("/") + reverse("sign_up_link", args=[make_link(None, 1, FIRST_DAYS).key])
        said.append(Message("The first account, the host's, is made here: {link}", link=link))
    return said
