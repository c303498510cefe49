from ferrovia.table.serving import prepare

prepare()
from tests.web.positions import *
from ferrovia.table.page.scene import Scene
from collections import Counter
from ferrovia.saying import *

for t, p in (("1849", 3), ("1883", 3), ("18FB", 4)):
    rec = played(t, p, 300)
    v = title(t).voice("en")
    c = Counter()
    for n in range(1, 300):
        ev = rec.events_of(n) or ()
        if not ev:
            c[("noevents", type(rec.actions[n - 1]).__name__)] += 1
        for e in ev:
            if not v(e).strip():
                c[("empty", type(e).__name__)] += 1
        if ev and not any(v(e).strip() for e in ev):
            c[("allempty", type(rec.actions[n - 1]).__name__)] += 1
    print(t, c)
