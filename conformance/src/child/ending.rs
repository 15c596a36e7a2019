//! How a child is ended: input closed, then asked, then killed, always with its whole process group.

use std::time::{Duration, Instant};

use rustix::process::{Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::exit::Exit;
use super::limits::Limits;
use super::{Child, Ended};

const FIRST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(10);
/// How long a killed process has to be gone; one that is stuck in the kernel must not hang the runner.
const AFTER_KILL: Duration = Duration::from_secs(5);

impl Child {
    /// Ends the input of a child in good standing, waits for its exit, and ends what is left of its group.
    pub fn end(mut self, limits: &Limits) -> Ended {
        self.stdin = None;
        let exit = self.wait_for_exit(limits.exit);
        self.drain_stdout();
        let unasked = std::mem::take(&mut self.received);
        if exit.is_none() {
            self.terminate(limits);
        }
        self.kill();
        Ended { exit, unasked }
    }

    /// Ends a child that is of no further use.
    pub fn discard(mut self, limits: &Limits) {
        self.stdin = None;
        if !self.has_exited() {
            self.terminate(limits);
        }
        self.kill();
    }

    fn terminate(&mut self, limits: &Limits) {
        self.signal(Signal::TERM);
        self.wait_for_exit(limits.terminate);
    }

    /// Kills the group and reaps the process. Until the process is reaped no other can get its id, so the signal
    /// cannot hit a stranger.
    pub(super) fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.wait_for_exit(AFTER_KILL);
        // If even that did not end it, it stays behind as the system's business.
        let _ = self.process.try_wait();
        self.reaped = true;
    }

    fn signal(&self, signal: Signal) {
        // The group may be gone already, which is what was wanted.
        let _ = kill_process_group(self.group, signal);
    }

    /// The exit of the process if it comes within `time`. Output is drained meanwhile, since a process can wait for
    /// that before it exits. The process is not reaped.
    pub(super) fn wait_for_exit(&mut self, time: Duration) -> Option<Exit> {
        let deadline = Instant::now() + time;
        let mut pause = FIRST_PAUSE;
        loop {
            if let Some(exit) = self.exit() {
                self.drain_stderr();
                return Some(exit);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
            self.drain_stderr();
            self.drain_stdout();
        }
    }

    pub(super) fn has_exited(&self) -> bool {
        self.exit().is_some()
    }

    fn exit(&self) -> Option<Exit> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.group), options).ok()??;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Exit::Status(code),
            (None, signal) => Exit::Signal(signal.unwrap_or_default()),
        })
    }
}
