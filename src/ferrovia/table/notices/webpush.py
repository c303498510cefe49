"""Messages for browsers: sealed so that only the browser reads them (RFC 8291), signed by this house (RFC 8292).

The key that signs follows from the secret of the house: it is made with that at the first start, is the same on all
servers of a database, and is in every backup. Where the secret changes, browsers that know the old key are still
written to under it as long as the old secret is believed.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from ferrovia.installed import lacks

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

LIBRARIES = ("cryptography",)
LONGEST = 3500  # bytes of a message: more than this not every service carries
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
_RECORD = 4096


def is_here() -> bool:
    """Whether the library is installed that this needs."""
    return not lacks(LIBRARIES)


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Raises `ValueError` for what is not written so."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


@lru_cache(maxsize=8)
def signing_key(secret: str) -> EllipticCurvePrivateKey:
    """The key of a house, by its secret."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    made = HKDF(hashes.SHA256(), 48, None, b"ferrovia push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(made, "big") % (_ORDER - 1) + 1, ec.SECP256R1())


def public_of(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(secret: str) -> str:
    """What a browser is told of the house whose messages it takes."""
    return encoded(public_of(signing_key(secret)))


def key_of(known: str, secrets: Iterable[str]) -> EllipticCurvePrivateKey | None:
    """The key that a browser knows us by; None where its secret is not believed any more."""
    return next((signing_key(each) for each in secrets if public_key(each) == known), None)


def sealed(
    text: bytes, receiver: bytes, auth: bytes, *, key: EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """A message that only one browser can read. Key and salt are new ones each time, but in tests."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    key, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver)
    shared, own = key.exchange(ec.ECDH(), theirs), public_of(key)

    def derived(length: int, salted: bytes, secret: bytes, info: bytes) -> bytes:
        return HKDF(hashes.SHA256(), length, salted, info).derive(secret)

    secret = derived(32, auth, shared, b"WebPush: info\0" + receiver + own)
    content, nonce = (
        derived(length, salt, secret, b"Content-Encoding: " + name + b"\0")
        for length, name in ((16, b"aes128gcm"), (12, b"nonce"))
    )
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + AESGCM(content).encrypt(nonce, text + b"\x02", None)


def signature(key: EllipticCurvePrivateKey, audience: str, subject: str, expires: int) -> str:
    """The header by which a push service knows who sends."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": expires, "sub": subject}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    first, second = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encoded(first.to_bytes(32, 'big') + second.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encoded(public_of(key))}"
