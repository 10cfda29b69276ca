//! Processes that a test runs: what they printed and how they ended.

use super::*;

/// A process that has ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn fed(command: &mut Command, stdin: &[u8]) -> Ran {
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let text = stdin.to_vec();
        // A process that rejects its input early closes the pipe, which is fine.
        let writer = std::thread::spawn(move || pipe.write_all(&text));
        let ran = Ran::of(child.wait_with_output().unwrap());
        let _ = writer.join().unwrap();
        ran
    }

    pub fn of(output: Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    pub fn ok(self) -> Ran {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    #[track_caller]
    pub fn fails(self, code: i32, says: &str) -> Ran {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.stderr.contains(says), "`{says}` is not said: {self:?}");
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A running process; killed when dropped.
pub struct Running(Option<Child>);

impl Running {
    pub fn of(child: Child) -> Running {
        Running(Some(child))
    }

    pub fn pid(&self) -> u32 {
        self.0.as_ref().expect("not ended yet").id()
    }

    /// SIGKILL, and waits until it is gone.
    pub fn kill(mut self) {
        let mut child = self.0.take().expect("not ended yet");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Waits for its end.
    pub fn finish(mut self) -> Ran {
        Ran::of(self.0.take().expect("not ended yet").wait_with_output().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Running {
    /// Waits until it ends; returns the signal that ended it, if any.
    #[track_caller]
    pub fn signal(mut self) -> Option<i32> {
        watch::ends("the process", self.pid());
        let status = self.0.take().expect("not ended yet").wait().unwrap();
        std::os::unix::process::ExitStatusExt::signal(&status)
    }
}
