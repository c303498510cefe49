"""Secret keys: of the environment or a file; the first signs, all are believed, and servers know each other by them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.core.signing import BadSignature, Signer
from django.test import override_settings

from ferrovia.table.secret_keys import SecretTrouble, name_of, secret_keys, understand_each_other

OLD, NEW = "o" * 40, "n" * 40


def test_an_installation_makes_a_key_of_its_own_once(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret"
    made = secret_keys("", file)
    assert secret_keys("", file) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(made[0]) > 32


def test_keys_of_the_environment_need_no_file(tmp_path: Path) -> None:
    assert secret_keys(f"{NEW}, {OLD}", tmp_path / "secret") == [NEW, OLD]
    assert not (tmp_path / "secret").exists()


@pytest.mark.parametrize("given", ["short", f"{NEW},short", ","])
def test_a_key_that_can_be_guessed_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(SecretTrouble):
        secret_keys(given, tmp_path / "secret")


def test_what_the_last_key_has_signed_is_believed_until_it_goes() -> None:
    with override_settings(SECRET_KEY=OLD):
        signed = Signer().sign("Ada")
    with override_settings(SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD]):
        assert Signer().unsign(signed) == "Ada"
    with override_settings(SECRET_KEY=NEW), pytest.raises(BadSignature):
        Signer().unsign(signed)


@pytest.mark.parametrize(
    ("one", "other", "do"),
    [
        ([OLD], [OLD], True),
        ([OLD], [NEW], False),
        ([OLD], [OLD, NEW], True),
        ([OLD, NEW], [NEW, OLD], True),
        ([OLD], [NEW, OLD], False),  # the first would not believe what the other signs
    ],
)
def test_servers_understand_each_other_who_believe_what_the_other_signs(
    one: list[str], other: list[str], do: bool
) -> None:
    assert understand_each_other(name_of(one), name_of(other)) is do
    assert understand_each_other(name_of(other), name_of(one)) is do
    assert OLD not in name_of(one)
