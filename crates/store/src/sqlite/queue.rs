//! Queued writes. Urgent ones go first; the others follow one at a time, and after that the thread
//! may maintain the file.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
/// Under constant load, a write that can wait is passed over at most this often.
const PASSED_OVER: u32 = 32;

pub(super) struct Queue<T> {
    lines: Mutex<Lines<T>>,
    changed: Condvar,
}

struct Lines<T> {
    prompt: VecDeque<T>,
    later: VecDeque<T>,
    /// How many batches went before the first one that can wait.
    passed_over: u32,
    closed: bool,
}

/// What to do next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Turn<T> {
    Write(Vec<T>),
    /// Nothing has come within the given patience.
    Quiet,
    /// Everything is done, and nothing more will come.
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Urgency {
    Prompt,
    Later,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        let lines = Lines {
            prompt: VecDeque::new(),
            later: VecDeque::new(),
            passed_over: 0,
            closed: false,
        };
        Queue { lines: Mutex::new(lines), changed: Condvar::new() }
    }
}

impl<T> Queue<T> {
    /// Whether it was accepted: a closed queue accepts nothing.
    pub(super) fn push(&self, job: T, urgency: Urgency) -> bool {
        let mut lines = self.lines.lock();
        if lines.closed {
            return false;
        }
        match urgency {
            Urgency::Prompt => lines.prompt.push_back(job),
            Urgency::Later => lines.later.push_back(job),
        }
        drop(lines);
        self.changed.notify_one();
        true
    }

    /// What has been accepted is still handed out.
    pub(super) fn close(&self) {
        self.lines.lock().closed = true;
        self.changed.notify_one();
    }

    /// None of it will be processed.
    pub(super) fn abandon(&self) {
        let mut lines = self.lines.lock();
        lines.closed = true;
        let left = (std::mem::take(&mut lines.prompt), std::mem::take(&mut lines.later));
        drop(lines);
        drop(left);
    }

    /// Waits for something to do, for at most `patience` if given.
    pub(super) fn take(&self, most: usize, patience: Option<Duration>) -> Turn<T> {
        let mut lines = self.lines.lock();
        loop {
            if let Some(batch) = lines.next(most) {
                return Turn::Write(batch);
            }
            if lines.closed {
                return Turn::Closed;
            }
            match patience {
                None => self.changed.wait(&mut lines),
                Some(patience) => {
                    let nothing = |lines: &mut Lines<T>| {
                        lines.prompt.is_empty() && lines.later.is_empty() && !lines.closed
                    };
                    if self.changed.wait_while_for(&mut lines, nothing, patience).timed_out() {
                        return Turn::Quiet;
                    }
                }
            }
        }
    }
}

impl<T> Lines<T> {
    fn next(&mut self, most: usize) -> Option<Vec<T>> {
        if self.prompt.is_empty() || (self.passed_over >= PASSED_OVER && !self.later.is_empty()) {
            self.passed_over = 0;
            return self.later.pop_front().map(|job| vec![job]);
        }
        self.passed_over += u32::from(!self.later.is_empty());
        let count = self.prompt.len().min(most);
        Some(self.prompt.drain(..count).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// REQ: SA-9
    #[test]
    fn what_can_wait_goes_behind_all_that_waits_and_alone() {
        let queue = Queue::default();
        for (job, urgency) in [
            ("sweep", Urgency::Later),
            ("ask", Urgency::Prompt),
            ("sweep more", Urgency::Later),
            ("answer", Urgency::Prompt),
        ] {
            assert!(queue.push(job, urgency));
        }
        queue.close();
        assert!(!queue.push("too late", Urgency::Prompt));
        for turn in [
            Turn::Write(vec!["ask", "answer"]),
            Turn::Write(vec!["sweep"]),
            Turn::Write(vec!["sweep more"]),
            Turn::Closed,
        ] {
            assert_eq!(queue.take(256, None), turn);
        }
    }

    /// REQ: SA-9
    #[test]
    fn a_load_that_never_lets_up_does_not_keep_it_waiting_for_ever() {
        let queue = Queue::default();
        queue.push(u32::MAX, Urgency::Later);
        let before = (0..).find(|n| {
            queue.push(*n, Urgency::Prompt);
            queue.take(256, None) == Turn::Write(vec![u32::MAX])
        });
        assert_eq!(before, Some(PASSED_OVER));
    }

    #[test]
    fn quiet_is_when_nothing_came() {
        let queue = Queue::default();
        assert_eq!(queue.take(1, Some(Duration::ZERO)), Turn::Quiet);
        queue.push(1, Urgency::Later);
        assert_eq!(queue.take(1, Some(Duration::ZERO)), Turn::Write(vec![1]));
        queue.close();
        assert_eq!(queue.take(1, Some(Duration::from_secs(3_600))), Turn::Closed);
    }
}
