//! The proof by which a page and its hub show each other that they know the page's token, which is
//! never sent.
//!
//! The hub stores `H(token)`. It proves its identity first, by a MAC with the key `H(token)` over
//! the page's nonce, the origin and this hub process: another program on its port can't do that.
//! The page then sends its token under a pad that only these two can compute (as in SCRAM). Knowing
//! only `H(token)`, from a copy of the database, is not enough to pass for the page; and what was
//! overheard can't be used at another hub process or origin.

use ring::hmac;
use sha2::{Digest, Sha256};

use crate::secret::{TokenHash, hex, same, unhex};

/// One introduction of a page with this id, at this origin, to this hub process.
#[derive(Clone, Copy)]
pub struct Meeting<'a> {
    pub(super) hash: &'a TokenHash,
    pub(super) nonce: &'a str,
    pub(super) origin: &'a str,
    pub(super) epoch: &'a str,
}

impl Meeting<'_> {
    /// Identifies this hub process; the page needs it to check the proof.
    pub fn epoch(&self) -> &str {
        self.epoch
    }

    /// The proof that only this page's hub can give.
    pub fn hub_proof(&self) -> String {
        hex(&self.mac("hub"))
    }

    /// Whether the proof is one that only this page can give.
    pub fn is_page(&self, proof: &str) -> bool {
        let Some(covered) = unhex(proof) else { return false };
        let mut token = self.mac("page");
        token.iter_mut().zip(covered).for_each(|(byte, covered)| *byte ^= covered);
        same(&Sha256::digest(token), self.hash)
    }

    /// The page's side, for tests.
    #[cfg(any(test, feature = "test-support"))]
    pub fn page_proof(token: &str, nonce: &str, origin: &str, epoch: &str) -> String {
        let secret = token.split_once('.').and_then(|(_, secret)| unhex(secret));
        let secret = secret.expect("a page's token");
        let hash = Sha256::digest(secret).into();
        let pad = Meeting { hash: &hash, nonce, origin, epoch }.mac("page");
        hex(&pad.iter().zip(secret).map(|(pad, byte)| pad ^ byte).collect::<Vec<_>>())
    }

    /// The proof that only this page's hub can add to a reply: a browser may send a request over a
    /// connection that it opened to another program.
    pub fn reply_proof(&self) -> String {
        hex(&mac(self.hash, &["reply", self.nonce, self.origin]))
    }

    fn mac(&self, who: &str) -> TokenHash {
        mac(self.hash, &[who, self.nonce, self.origin, self.epoch])
    }
}

/// Whether it can be a page's nonce: at least 128 bits, and nothing that would read as two fields.
pub fn is_nonce(nonce: &str) -> bool {
    (32..=128).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Over the fields, one per line.
pub(super) fn mac(key: &TokenHash, fields: &[&str]) -> TokenHash {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    let tag = hmac::sign(&key, fields.join("\n").as_bytes());
    tag.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONCE: &str = "00112233445566778899aabbccddeeff";
    const TOKEN: TokenHash = [7; 32];

    fn meeting<'a>(hash: &'a TokenHash, origin: &'a str, epoch: &'a str) -> Meeting<'a> {
        Meeting { hash, nonce: NONCE, origin, epoch }
    }

    /// `crates/web/tests/node/proof.test.js` has the same values.
    fn page_proof(meeting: &Meeting<'_>) -> String {
        let token = format!("0123456789ab.{}", hex(&TOKEN));
        Meeting::page_proof(&token, meeting.nonce, meeting.origin, meeting.epoch)
    }

    /// REQ: SA-2
    #[test]
    fn both_sides_know_the_token_and_neither_says_it() {
        let hash: TokenHash = Sha256::digest(TOKEN).into();
        let met = meeting(&hash, "localhost:7431", "e1");
        assert_eq!(
            met.hub_proof(),
            "d3abf1ed0ddf281028b73bc783c60f5b269e85c82e489567540300969c08fe43"
        );
        assert_eq!(
            page_proof(&met),
            "7a7659f135e44a3eef720c382bebfc9c75c6a346a9af5702cf63a9cbbcf09517"
        );
        assert!(met.is_page(&page_proof(&met)));
        for other in [
            meeting(&hash, "localhost:7432", "e1"),
            meeting(&hash, "localhost:7431", "e2"),
            Meeting { nonce: "00112233445566778899aabbccddeef0", ..met },
        ] {
            assert_ne!(other.hub_proof(), met.hub_proof());
            assert!(!other.is_page(&page_proof(&met)), "of another meeting");
        }
        // What the hub has sent, and what a copy of the database would allow.
        for wrong in
            [&met.hub_proof(), &hex(&hash), &hex(&met.mac("page")), "", "é".repeat(32).as_str()]
        {
            assert!(!met.is_page(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_nonce_is_hexadecimal_and_long_enough() {
        assert!(is_nonce(NONCE));
        for wrong in ["", "0011", &format!("{NONCE}\n"), &"g".repeat(32), &"0".repeat(129)] {
            assert!(!is_nonce(wrong), "{wrong}");
        }
    }
}
