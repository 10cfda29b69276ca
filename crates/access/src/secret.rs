//! Secrets: created randomly, and stored as hashes.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use sayso_desk::Ids;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The SHA-256 of a token: the only part that is stored.
pub(crate) type TokenHash = [u8; 32];

/// 256 bits. An id has fixed bits, so three are drawn and hashed.
pub(crate) fn draw(ids: &dyn Ids) -> TokenHash {
    let mut stirred = Sha256::new();
    for _ in 0..3 {
        stirred.update(ids.draw().as_bytes());
    }
    stirred.finalize().into()
}

/// For storing and comparing: the time of a comparison says nothing about the secret.
pub(crate) fn hash(secret: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(secret).into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

pub(crate) fn unhex(text: &str) -> Option<TokenHash> {
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?.try_into().ok()
}

/// Takes the same time wherever they differ.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// A hash in JSON.
pub(crate) mod as_hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use super::{TokenHash, hex, unhex};

    pub(crate) fn serialize<S: Serializer>(hash: &TokenHash, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex(hash))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<TokenHash, D::Error> {
        unhex(&String::deserialize(from)?).ok_or_else(|| D::Error::custom("not a hash"))
    }
}
