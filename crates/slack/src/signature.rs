//! Whether a request is from Slack: its signature over the time and the raw body (version `v0`).

use ring::hmac;
use sayso_core::Timestamp;

/// Older or newer requests may be replayed.
const WINDOW_SECONDS: i64 = 300;

pub(crate) struct Signature {
    key: hmac::Key,
}

impl Signature {
    pub(crate) fn new(secret: &str) -> Signature {
        Signature { key: hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes()) }
    }

    /// `timestamp` and `signature` are the raw headers. The comparison takes the same time wherever
    /// they differ.
    pub(crate) fn fits(
        &self,
        timestamp: &str,
        signature: &str,
        body: &[u8],
        now: Timestamp,
    ) -> bool {
        let Ok(at) = timestamp.parse::<i64>() else { return false };
        if now.as_second().saturating_sub(at).saturating_abs() > WINDOW_SECONDS {
            return false;
        }
        let Some(tag) = signature.strip_prefix("v0=").and_then(unhex) else { return false };
        let mut signed = format!("v0:{timestamp}:").into_bytes();
        signed.extend_from_slice(body);
        hmac::verify(&self.key, &signed, &tag).is_ok()
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let bytes = text.as_bytes().chunks(2);
    bytes.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "8f742231b10e8888abcd99yyyzzz85a5";
    const AT: &str = "1531420618";
    const SIGNED: &str = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
    /// From Slack's guide to signed requests.
    const BODY: &str = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_531_420_618 + seconds).unwrap()
    }

    /// REQ: SL-10
    #[test]
    fn only_what_slack_signed_a_moment_ago_fits() {
        let signature = Signature::new(SECRET);
        for seconds in [0, 300, -300] {
            assert!(signature.fits(AT, SIGNED, BODY.as_bytes(), at(seconds)), "{seconds}");
        }
        for seconds in [301, -301, i64::from(i32::MAX)] {
            assert!(!signature.fits(AT, SIGNED, BODY.as_bytes(), at(seconds)), "{seconds}");
        }
        let other = BODY.replace("roadrunner", "coyote");
        assert!(!signature.fits(AT, SIGNED, other.as_bytes(), at(0)));
        assert!(!Signature::new("other").fits(AT, SIGNED, BODY.as_bytes(), at(0)));
        for wrong in ["", "v0=", "v0=zz", "v0=a2", &SIGNED[3..], "v1=00"] {
            assert!(!signature.fits(AT, wrong, BODY.as_bytes(), at(0)), "{wrong}");
        }
        for wrong in ["", "now", "-1", "99999999999999999999"] {
            assert!(!signature.fits(wrong, SIGNED, BODY.as_bytes(), at(0)), "{wrong}");
        }
    }
}
