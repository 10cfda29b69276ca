//! Secrets: drawn, and kept as hashes.

use sha2::{Digest, Sha256};

use crate::ids::Ids;
use crate::store::TokenHash;

/// 256 bits. An id has fixed bits, so three are drawn and stirred.
pub(crate) fn draw(ids: &dyn Ids) -> TokenHash {
    let mut stirred = Sha256::new();
    for _ in 0..3 {
        stirred.update(ids.draw().as_bytes());
    }
    stirred.finalize().into()
}

/// What is stored and compared: how long that takes says nothing about the secret.
pub(crate) fn hash(secret: impl AsRef<[u8]>) -> TokenHash {
    Sha256::digest(secret).into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
