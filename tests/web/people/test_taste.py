"""Language and light, and the pages that tell about the games."""

from __future__ import annotations

import pytest

from ferrovia.titles.registry import TITLES
from tests.web.people.visitors import browser, game, guest, text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("header", "language"), [("it-IT,it;q=0.9,en;q=0.5", "it"), ("en", "en"), ("de,it;q=0.4", "it"), ("", "en")]
)
def test_the_browsers_language_is_spoken(header: str, language: str) -> None:
    assert f'<html lang="{language}"' in text(browser(HTTP_ACCEPT_LANGUAGE=header).get("/"))


@pytest.mark.django_db
def test_the_first_visit_is_dark_if_the_browser_says_so() -> None:
    response = browser().get("/", headers={"Sec-CH-Prefers-Color-Scheme": "dark"})
    assert 'data-theme="dark"' in text(response)
    assert 'data-theme="light"' in text(browser().get("/"))
    assert response["Accept-CH"] == response["Critical-CH"] == "Sec-CH-Prefers-Color-Scheme"
    client = browser()
    client.post("/taste", {"theme": "light"})
    assert 'data-theme="light"' in text(client.get("/", headers={"Sec-CH-Prefers-Color-Scheme": "dark"}))


@pytest.mark.django_db
def test_a_switch_comes_back_to_the_half_made_choice() -> None:
    (ada, client), (bruno, _), (carla, _) = guest("Ada"), guest("Bruno"), guest("Carla")
    table = game(ada, bruno, carla)
    here = f"/t/{table.key}?n=0&c=1"
    for path in (here, f"/t/{table.key}/now?n=0&c=1"):  # the part that is fetched too
        assert f'name="back" value="{here.replace("&", "&amp;")}"' in text(client.get(path))
    response = client.post("/taste", {"language": "it", "back": here})
    assert response["Location"] == here
    assert '<html lang="it"' in text(client.get(here))


@pytest.mark.django_db
@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_a_switch_leads_nowhere_else(back: str) -> None:
    assert browser().post("/taste", {"theme": "dark", "back": back})["Location"] == "/"


@pytest.mark.django_db
def test_what_we_do_not_speak_is_not_kept() -> None:
    client = browser()
    client.post("/taste", {"language": "xx", "theme": "pink"})
    assert not client.cookies
    client.cookies["language"] = "xx"
    client.cookies["theme"] = "<b>"
    page = text(client.get("/"))
    assert '<html lang="en" data-theme="light"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
def test_about_names_designers_publishers_and_whose_the_games_are(language: str) -> None:
    page = text(browser(HTTP_ACCEPT_LANGUAGE=language).get("/about"))
    for name in ("Federico Vellani", "Manlio Manzini", "Aleph Game Studio", "Alessandro Lala", "Bodoni Moda"):
        assert name in page


@pytest.mark.django_db
def test_about_says_that_a_public_service_needs_permission() -> None:
    page = text(browser().get("/about"))
    assert "needs the permission of those who own them" in page
    for licence in ("LICENSE-bodoni-moda.txt", "LICENSE-source-sans-3.txt"):
        assert licence in page


@pytest.mark.django_db
@pytest.mark.parametrize("title", list(TITLES))
def test_each_title_is_told(title: str) -> None:
    page = text(browser().get(f"/learn/{title}"))
    assert f'href="/rules/{title}"' in page
    assert "Words" in page
    assert f'href="/learn/{title}"' in text(browser().get("/learn"))


@pytest.mark.django_db
def test_a_title_that_we_do_not_have_is_not_told() -> None:
    assert browser().get("/learn/1830").status_code == 404
