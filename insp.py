import json, sys
from playwright.sync_api import sync_playwright

pos = json.load(open("/tmp/tlook-own/pos.json"))
B = "http://127.0.0.1:8052"
with sync_playwright() as p:
    b = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    c = b.new_context(viewport={"width": 1440, "height": 900})
    d = pos["49-track"]
    c.add_cookies([{"name": "sessionid", "value": d["cookie"], "url": B}])
    pg = c.new_page()
    pg.goto(B + d["path"])
    for li in pg.locator("#lines li").all()[:8]:
        print(li.bounding_box(), li.evaluate("e=>getComputedStyle(e).marginTop+' '+e.outerHTML.slice(0,300)"))
    print(pg.locator(".history").first.evaluate("e=>e.innerHTML")[:300])
    for x in pg.locator("#history > *").all():
        print(x.bounding_box(), x.get_attribute("class"))
