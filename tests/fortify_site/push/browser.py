"""A browser that takes notifications, written from the receiver's side of RFC 8188 and RFC 8291."""

from __future__ import annotations

import base64
import json
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.fortify_site.api.webhooks.receiver import Received


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


class Browser:
    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self._secret = b"sixteen bytes of"

    @property
    def key(self) -> str:
        return text_of(self._public)

    @property
    def secret(self) -> str:
        return text_of(self._secret)

    def read(self, body: bytes) -> Any:
        """What was sent to it, decrypted."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._private.exchange(ec.ECDH(), theirs)
        seed = _hkdf(self._secret, shared, b"WebPush: info\x00" + self._public + sender, 32)
        key = _hkdf(salt, seed, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(salt, seed, b"Content-Encoding: nonce\x00", 12)
        message, _, end = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert end.strip(b"\x00") == b""
        return json.loads(message)


def claims_of(received: Received) -> dict[str, Any]:
    """What the site says of itself to the push service, if its signature is good (RFC 8292, 2 and 3)."""
    scheme, _, parameters = received.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    found = dict(each.strip().split("=", 1) for each in parameters.split(","))
    head, claims, signature = found["t"].split(".")
    assert json.loads(bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = bytes_of(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(found["k"]))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said: dict[str, Any] = json.loads(bytes_of(claims))
    return said


def _hkdf(salt: bytes, seed: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=purpose).derive(seed)
