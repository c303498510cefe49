"""What is pressed is large enough: 24 px everywhere, 44 under a finger (WCAG 2.5.8)."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.house import House

# What is smaller than it must be. Links within sentences, hexes of the map and the stations of the history, whose
# slider does the same, may be; what cannot be pressed is no target. A field around something counts.
SMALL = r"""(least) => {
  const isInSentence = (link) => {
    if (!getComputedStyle(link).display.startsWith("inline")) return false;
    const block = link.closest("cite")?.parentElement ?? link.closest("p, li, td");
    const links = [...(block?.querySelectorAll("a, button") ?? [])];
    const rest = links.reduce((text, each) => text.replace(each.textContent, ""), block?.textContent ?? "");
    return rest.replace(/[^\p{L}\d]/gu, "").length > 2;
  };
  const fits = (width, height) => width >= least - 0.5 && height >= least - 0.5;
  const isLarge = (each) => {
    const box = each.getBoundingClientRect(), label = each.closest("label")?.getBoundingClientRect();
    const field = getComputedStyle(each, "::after");
    return fits(box.width, box.height) || (label && fits(label.width, label.height)) ||
      (field.position === "absolute" && fits(parseFloat(field.width), parseFloat(field.height)));
  };
  return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => getComputedStyle(each).pointerEvents !== "none")
    .filter((each) => !each.matches("#asks a, #marks a, #market .spot, .stop, .skip, .visually-hidden, :disabled"))
    .filter((each) => !isLarge(each) && !isInSentence(each))
    .map((each) => `${each.tagName} ${each.className} ${each.textContent.trim().slice(0, 30)}`);
}"""
TABLE = ("", "?view=ledger", "?view=log", "?view=more", "?open=runs", "?open=course", "?ask=hex:J12", "/at/60", "/text")
SCREENS = {(1440, 900): 24, (390, 844): 44}


def test_what_is_pressed_is_large_enough(browser: Browser, house: House) -> None:
    track, stock = house.lay("1849", step="track", moves=100), house.lay_stored("1849-three", "stock")
    at_track = house.visit(browser, track, track.decider)
    at_stock = house.visit(browser, stock, stock.decider)
    pages = [
        *((at_track, track.path + query) for query in (*TABLE, "?hex=J12")),
        *((at_stock, stock.path + query) for query in ("", "?talk=chat")),
        *((at_stock, path) for path in ("/", "/settings", "/rules/1849")),
    ]
    found = {}
    for page, path in pages:
        page.goto(house.address + path)
        for (width, height), least in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            found[f"{path} at {width}"] = page.evaluate(SMALL, least)
    assert not any(found.values()), {name: small for name, small in found.items() if small}
