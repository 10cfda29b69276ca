//! Notices that the agent is gone: it was killed, or has stopped its hook's shell.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, getppid};
use rustix::stdio::stdout;
use tokio::sync::oneshot;

/// The process that started the hook: the agent, or the shell it uses for that.
#[derive(Clone, Copy)]
pub(crate) struct Caller(Option<Pid>);

/// Nothing reports the end of a parent on every system.
const LOOKED_FOR_EVERY: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

impl Caller {
    /// Before anything else: afterwards it may be gone already.
    pub(crate) fn of_process() -> Caller {
        Caller(getppid())
    }

    /// Resolves when nobody can read the decision any more.
    pub(crate) async fn gone(self) {
        let (tell, told) = oneshot::channel();
        // A waiting poll can't be interrupted: the thread ends with the process.
        std::thread::spawn(move || tell.send(self.watch()));
        if !matches!(told.await, Ok(Ok(()))) {
            std::future::pending().await
        }
    }

    fn watch(self) -> Result<(), Errno> {
        loop {
            let stdout = stdout();
            let mut reader = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut reader, Some(&LOOKED_FOR_EVERY)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
            let is_closed = reader[0].revents().intersects(PollFlags::HUP | PollFlags::ERR);
            if is_closed || getppid() != self.0 {
                return Ok(());
            }
        }
    }
}
