//! The file with the bot's token and the paired account, and the code by which an account is paired.

use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use data_encoding::BASE32_NOPAD;
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

/// What `sayso telegram setup` and `sayso telegram pair` write. Never printed.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TelegramFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
}

/// Somebody at Telegram. The private chat with them has the same number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub id: i64,
    pub name: String,
}

impl TelegramFile {
    /// Nobody else may be able to read it. Without a file nothing is set up yet.
    pub fn read(path: &Path) -> Result<TelegramFile, String> {
        let shown = path.display();
        let failed = |error: io::Error| format!("telegram.file: cannot read {shown}: {error}");
        let mode = match std::fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(TelegramFile::default());
            }
            found => found.map_err(failed)?.permissions().mode(),
        };
        if mode & 0o077 != 0 {
            return Err(format!(
                "telegram.file: others can read {shown}; run `chmod 600 {shown}`, and get a new token from @BotFather (/revoke)"
            ));
        }
        let text = std::fs::read_to_string(path).map_err(failed)?;
        // Not the parser's message: it would quote the line with the token.
        toml::from_str(&text).map_err(|_| {
            format!("telegram.file: {shown} is not a file of `sayso telegram setup`; run it again")
        })
    }

    /// Whole or not at all.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir)?;
        }
        let new = path.with_extension("new");
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.set_permissions(PermissionsExt::from_mode(0o600))?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&new, path)
    }
}

/// Shown in the person's terminal, sent by them to the bot: who sends it is at both.
pub struct AccountCode {
    code: String,
    /// When it ends, on the caller's clock.
    until: Duration,
    wrong: u32,
}

/// What somebody's message was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Guess {
    Right,
    Wrong,
    /// No code at all.
    None,
}

impl AccountCode {
    /// 50 bits.
    const LETTERS: usize = 10;
    pub const LASTS: Duration = Duration::from_secs(300);
    pub const TRIES: u32 = 5;

    pub fn new(now: Duration) -> Result<AccountCode, String> {
        let mut bytes = [0; 7];
        let made = SystemRandom::new().fill(&mut bytes);
        made.map_err(|_| "the system gives no random numbers".to_owned())?;
        let mut code = BASE32_NOPAD.encode(&bytes);
        code.truncate(AccountCode::LETTERS);
        Ok(AccountCode { code, until: now + AccountCode::LASTS, wrong: 0 })
    }

    pub fn as_str(&self) -> &str {
        &self.code
    }

    /// Whether it can still be used.
    pub fn is_good(&self, now: Duration) -> bool {
        now < self.until && self.wrong < AccountCode::TRIES
    }

    pub fn time_left(&self, now: Duration) -> Duration {
        self.until.saturating_sub(now)
    }

    /// Whether this is somebody who saw it.
    pub fn is_sent_in(&mut self, text: &str, now: Duration) -> bool {
        self.guess(text, now) == Guess::Right
    }

    /// `/start CODE`, as the link sends it, or the code alone. A code that is no longer good is wrong.
    fn guess(&mut self, text: &str, now: Duration) -> Guess {
        let text = text.trim();
        let given = text.strip_prefix("/start").unwrap_or(text).trim().to_ascii_uppercase();
        if given.is_empty() {
            return Guess::None;
        }
        let is_right = bool::from(given.as_bytes().ct_eq(self.code.as_bytes()));
        match is_right && self.is_good(now) {
            true => {
                // Once.
                self.wrong = AccountCode::TRIES;
                Guess::Right
            }
            false => {
                self.wrong += 1;
                Guess::Wrong
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(1_000);

    /// REQ: RE-2
    #[test]
    fn a_code_is_good_once_for_five_minutes_and_five_tries() {
        let mut code = AccountCode::new(NOW).unwrap();
        let right = code.as_str().to_owned();
        assert_eq!(right.len(), 10);
        assert_eq!(code.guess("/start", NOW), Guess::None);
        assert_eq!(code.guess(&format!("/start {right}"), NOW), Guess::Right);
        assert_eq!(code.guess(&right, NOW), Guess::Wrong, "once");

        let mut code = AccountCode::new(NOW).unwrap();
        let right = code.as_str().to_lowercase();
        for _ in 1..AccountCode::TRIES {
            assert_eq!(code.guess("/start AAAAAAAAAA", NOW), Guess::Wrong);
        }
        assert!(code.is_good(NOW));
        assert_eq!(code.guess("guessed", NOW), Guess::Wrong);
        assert!(!code.is_good(NOW));
        assert_eq!(code.guess(&right, NOW), Guess::Wrong, "the tries are used up");

        let mut code = AccountCode::new(NOW).unwrap();
        let right = code.as_str().to_owned();
        assert_eq!(code.guess(&right, NOW + AccountCode::LASTS), Guess::Wrong, "too late");
    }

    #[test]
    fn two_codes_differ() {
        let [one, other] = [AccountCode::new(NOW), AccountCode::new(NOW)];
        assert_ne!(one.unwrap().as_str(), other.unwrap().as_str());
    }

    #[test]
    fn the_file_is_for_its_owner_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("telegram.toml");
        let account = Some(Account { id: 7, name: "Ann".to_owned() });
        let file = TelegramFile { bot_token: Some("1:secret".to_owned()), account };
        file.write(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(TelegramFile::read(&path).unwrap() == file);
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
        assert!(TelegramFile::read(&path).err().unwrap().contains("chmod 600"));
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        std::fs::write(&path, "bot_token = 1:secret").unwrap();
        assert!(!TelegramFile::read(&path).err().unwrap().contains("secret"));
    }
}
