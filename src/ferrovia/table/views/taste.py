"""Language, light and letter keys: what a visitor prefers, kept in cookies."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from ferrovia.saying.catalogue import LANGUAGES
from ferrovia.table.cookies import YEAR
from ferrovia.table.people import LANGUAGE, LETTERS, SWITCH, THEME, THEMES


@require_POST
def taste(request: HttpRequest) -> HttpResponse:
    """Remember what was chosen and go back to where the visitor was, a half-made choice in its address kept."""
    back = request.POST.get("back", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = "/"
    response = HttpResponseRedirect(back)
    for name, known in ((LANGUAGE, LANGUAGES), (THEME, THEMES), (LETTERS, SWITCH)):
        chosen = request.POST.get(name)
        if chosen in known:
            response.set_cookie(name, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response
