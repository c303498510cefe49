"""Numbers for the seed in a real browser: committed to, opened at the start, and checked again at the end."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ferrovia.formats.shared_seed import Contribution, SharedSeed, number_commitment
from tests.browser.house import PATIENCE, House

NONCE = "00112233445566778899aabbccddeeff"


def visited(browser: Browser, house: House, address: str) -> Page:
    context = browser.new_context()
    house._contexts.append(context)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    house._listen(page)
    page.goto(address)
    return page


def committed(page: Page, player: str) -> str:
    row = page.locator(f"#numbers [data-player='{player}'][data-commitment]:not([data-commitment=''])")
    row.wait_for()
    return row.get_attribute("data-commitment") or ""


def test_two_browsers_commit_and_the_game_waits_for_the_one_that_is_closed(browser: Browser, house: House) -> None:
    ada = visited(browser, house, house.address)
    ada.locator("input[name=title][value='1883']").check()
    ada.locator("button[name=way][value=friends]").click()
    ada.locator("#lobby").wait_for()
    address = ada.url.partition("#")[0]
    bea = visited(browser, house, address)
    bea.locator("#name").fill("Bea")
    bea.locator(".sitdown button").click()
    drawn = committed(ada, "Bea")
    bea.locator("#own-number").fill("otto  città")
    bea.locator(".own-number [value=tell]").click()
    expect(ada.locator(f"#numbers [data-player=Bea]:not([data-commitment='{drawn}'])")).to_be_visible()
    typed = committed(ada, "Bea")
    bea.goto("about:blank")
    ada.locator(".startrow .go").click()
    expect(ada.locator(".trouble[role=status]")).to_contain_text("as soon as the number of Bea is opened")
    bea.goto(address)
    for page in (ada, bea):
        page.locator("#desk").wait_for()
    kept = bea.evaluate("() => Object.entries(localStorage)")
    number = dict(kept)[f"ferrovia number {typed}"]
    assert '"number":"otto città"' in number
    assert '"noted":{"server":"' in number


CHECK = """async ([told, table, kept]) => {
  localStorage.clear();
  for (const [name, text] of Object.entries(kept)) localStorage.setItem(name, text);
  const part = document.createElement("div");
  part.id = "numbers";
  part.dataset.table = table;
  for (const name of ["right", "stranger", "changed", "wrong"]) {
    const line = document.createElement("p");
    line.hidden = true;
    line.dataset.verdict = name;
    part.append(line);
  }
  const data = document.createElement("script");
  data.type = "application/json";
  data.textContent = JSON.stringify(told);
  part.append(data);
  document.getElementById("numbers")?.remove();
  document.body.append(part);
  await import(`/static/table/proof.js?${Math.random()}`);
  return [...part.querySelectorAll("p:not([hidden])")].map((line) => line.dataset.verdict).join();
}"""
SEATS = (
    Contribution("Ada", "opened", "sette città", NONCE, number_commitment("sette città", NONCE)),
    Contribution("Bea", "drawn", "8", NONCE, number_commitment("8", NONCE)),
    Contribution("Carla", "none"),
)
SHARED = SharedSeed("the server's", NONCE, number_commitment("the server's", NONCE), SEATS)


def told(shared: SharedSeed, **changes: Any) -> dict[str, Any]:
    """What the page of the end tells the browser."""
    rows = [{name: getattr(each, name) for name in each.__struct_fields__} for each in shared.contributions]
    own = {"number": shared.number, "nonce": shared.nonce, "commitment": shared.commitment}
    return {"seed": shared.seed, **own, "rows": rows, **changes}


def kept(server: str = SHARED.commitment, seats: tuple[Contribution, ...] = SEATS) -> dict[str, str]:
    """What the browser of Ada has noted."""
    noted = {"server": server, "seats": [[each.player, each.commitment] for each in seats]}
    own = {"number": "sette città", "nonce": NONCE, "noted": noted}
    text = json.dumps(own, ensure_ascii=False)
    return {f"ferrovia number {SEATS[0].commitment}": text, "ferrovia numbers at table": "1"}


@pytest.fixture
def page(browser: Browser, house: House) -> Page:
    return visited(browser, house, f"{house.address}/about")


def test_the_browser_takes_the_hashes_again_and_tells_what_was_changed(page: Page) -> None:
    swapped = SharedSeed("another", NONCE, number_commitment("another", NONCE), SEATS)
    without = SharedSeed(SHARED.number, NONCE, SHARED.commitment, SEATS[1:])
    cases = {
        "right": (told(SHARED), kept()),
        "stranger": (told(SHARED), {}),
        "wrong, seed": (told(SHARED, seed="0" * 64), kept()),
        "wrong, number": (told(SHARED, number="another"), kept()),
        # The server committed to another number than the browser was shown, or to none of the browser's at all.
        "changed, server": (told(swapped), kept()),
        "changed, missing": (told(without), kept()),
        "changed, seat": (told(SHARED), kept(seats=(SEATS[0], SEATS[2], SEATS[1]))),
    }
    found = {name: page.evaluate(CHECK, [data, "table", noted]) for name, (data, noted) in cases.items()}
    assert found == {name: name.partition(",")[0] for name in cases}


HASHES = """async (texts) => {
  const { sha256 } = await import("/static/table/sha256.js");
  return texts.map((text) => sha256(new TextEncoder().encode(text)));
}"""


def test_our_sha_256_is_the_one_of_everybody_else(page: Page) -> None:
    draw = random.Random(7)
    texts = ["à" * length for length in range(70)] + ["".join(draw.choices("abc€𝄞", k=200)) for _ in range(50)]
    assert page.evaluate(HASHES, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
