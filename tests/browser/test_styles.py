"""The style sheets in a browser: as one they have the rules that they have one by one, in the same order and layers."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, Route

from ferrovia.table.style_sheets import INDEX, imports, packed

STYLES = Path(str(files("ferrovia.table"))) / "static" / "table" / "styles"
PLACE = "http://styles.test"
# Every rule of the page's first sheet with the layer that it is in, whether it came by an import or a block.
RULES = """() => {
  const rules = (list, layer) => [...list].flatMap((rule) => {
    if (rule instanceof CSSImportRule) return rules(rule.styleSheet.cssRules, rule.layerName);
    if (rule instanceof CSSLayerBlockRule) return rules(rule.cssRules, rule.name);
    if (rule instanceof CSSLayerStatementRule) return [rule.nameList.join(", ")];
    return [`${layer}: ${rule.cssText}`];
  });
  return rules(document.styleSheets[0].cssRules, "");
}"""


def rules(browser: Browser, sheets: dict[str, str]) -> list[str]:
    """What a browser reads in these sheets."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{PLACE}/")
        if name.endswith(".css"):
            route.fulfill(body=sheets[name], content_type="text/css")
        elif name:
            route.abort()  # fonts
        else:
            route.fulfill(body=f'<!doctype html><link rel="stylesheet" href="{INDEX}">', content_type="text/html")

    page = browser.new_page()
    page.route(f"{PLACE}/**", answer)
    page.goto(f"{PLACE}/")
    read: list[str] = page.locator("html").evaluate(RULES)
    page.close()
    return [
        re.sub(r"\s*([,()])\s*", r"\1", rule) for rule in read
    ]  # properties of our own are kept as they are written


def test_the_packed_sheet_has_the_same_rules_in_the_same_order(browser: Browser) -> None:
    single = {path.name: path.read_text("utf-8") for path in STYLES.glob("*.css")}
    one_by_one, as_one = rules(browser, single), rules(browser, {INDEX: packed(STYLES)})
    assert len(one_by_one) > 1000
    assert as_one == one_by_one
    layers = {each.layer for each in imports(single[INDEX])}
    assert set(one_by_one[0].split(",")) == layers
    assert {rule.partition(":")[0] for rule in one_by_one[1:]} == layers
