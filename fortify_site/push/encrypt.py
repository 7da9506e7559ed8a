"""Encryption of a message for one browser (RFC 8291), and the site's signature for its push service (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
KEY_BYTES = 32
RECORD: Final = 4096  # bytes; a message is one record (RFC 8188)
LAST: Final = b"\x02"  # ends the last record
LIFE: Final = 12 * 3600  # seconds; RFC 8292 allows a day

PrivateKey = ec.EllipticCurvePrivateKey
PublicKey = ec.EllipticCurvePublicKey


def encoded(data: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url without padding. Raises ``ValueError``."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key(text: str) -> PrivateKey:
    """Read a private key. Raises ``ValueError`` if it isn't one; a shorter number could be guessed."""
    number = decoded(text)
    if len(number) != KEY_BYTES:
        raise ValueError
    return ec.derive_private_key(int.from_bytes(number), CURVE)


def new_private_key() -> str:
    return encoded(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(KEY_BYTES))


def public_key(text: str) -> PublicKey:
    """Read a public key. Raises ``ValueError`` if it isn't a point on the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(text))


def point(key: PublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes, key: str, secret: str, *, salt: bytes | None = None, sender: PrivateKey | None = None
) -> bytes:
    """Encrypt a message and return the body of the request.

    ``key`` and ``secret`` are the browser's. The salt and the sender's key are made for this message, unless given.
    """
    salt = salt or os.urandom(16)
    sender = sender or ec.generate_private_key(CURVE)
    browser = public_key(key)
    own = point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), browser)
    seed = _derived(decoded(secret), shared, b"WebPush: info\0" + point(browser) + own, 32)
    cipher = AESGCM(_derived(salt, seed, b"Content-Encoding: aes128gcm\0", 16))
    sealed = cipher.encrypt(_derived(salt, seed, b"Content-Encoding: nonce\0", 12), message + LAST, None)
    return salt + RECORD.to_bytes(4) + bytes([len(own)]) + own + sealed


def authorization(key: PrivateKey, address: str, contact: str, now: int) -> str:
    """Return the header that identifies the sender.

    It is valid for some hours, and only at the push service of that address.
    """
    parts = urlsplit(address)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + LIFE, "sub": contact}
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    first, second = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encoded(first.to_bytes(32) + second.to_bytes(32))}"
    return f"vapid t={token}, k={encoded(point(key.public_key()))}"


def _derived(salt: bytes, seed: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, purpose).derive(seed)


def _json(value: dict[str, Any]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())
