"""Messages for browsers: sealed as RFC 8291 writes it down, signed so that a push service believes it."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("cryptography")

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from ferrovia.table.notices.webpush import (
    decoded,
    encoded,
    key_of,
    public_key,
    public_of,
    sealed,
    signature,
    signing_key,
)
from tests.web.notices.receiving import Browser

# Appendix A of RFC 8291.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_message_is_sealed_as_the_standard_has_it() -> None:
    key = ec.derive_private_key(int.from_bytes(decoded(SENDER), "big"), ec.SECP256R1())
    made = sealed(TEXT, decoded(RECEIVER), decoded(AUTH), key=key, salt=decoded(SALT))
    assert encoded(made) == MESSAGE


def test_only_the_browser_it_is_for_reads_it() -> None:
    browser, other = Browser(), Browser()
    made = sealed(b"Tocca a te", browser.public, browser.auth)
    assert browser.read(made) == b"Tocca a te"
    with pytest.raises(Exception):  # noqa: B017 - whichever the library raises
        other.read(made)


def test_a_house_has_one_key_as_long_as_it_has_one_secret() -> None:
    assert public_key("a" * 40) == public_key("a" * 40) != public_key("b" * 40)
    assert len(decoded(public_key("a" * 40))) == 65


def test_a_browser_that_knows_an_older_key_is_written_to_under_it() -> None:
    secrets = ["new" * 20, "old" * 20]
    for secret in secrets:
        found = key_of(public_key(secret), secrets)
        assert found is not None
        assert encoded(public_of(found)) == public_key(secret)
    assert key_of(public_key("gone" * 20), secrets) is None


def test_a_push_service_knows_who_sends() -> None:
    key = signing_key("a" * 40)
    header = signature(key, "https://push.example", "mailto:club@example.org", 1_800_000_000)
    token, public = header.removeprefix("vapid t=").split(", k=")
    head, claims, signed = token.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decoded(claims)) == {
        "aud": "https://push.example",
        "exp": 1_800_000_000,
        "sub": "mailto:club@example.org",
    }
    raw = decoded(signed)
    assert len(raw) == 64
    made = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    theirs.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        theirs.verify(made, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))
