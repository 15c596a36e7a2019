//! One request and its reply line, within limits of time and memory.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

use super::{Child, Outcome};

/// How long a wait lasts at most before the process and the user are looked after.
const SLICE: Duration = Duration::from_millis(100);
/// How long a process that closed a pipe has to be seen exiting, so that an exit is told from a closed pipe.
const EXIT_AFTER_CLOSE: Duration = Duration::from_millis(500);

/// What one read gave.
enum Read {
    Some,
    Nothing,
    End,
}

impl Child {
    /// Writes a request line, which ends with a line feed, and waits for the one line that answers it.
    ///
    /// After anything but a reply the child is of no further use.
    pub fn ask(&mut self, request: &[u8], time: Duration) -> Outcome {
        let deadline = Instant::now() + time;
        self.exchange(request, deadline).unwrap_or_else(|error| Outcome::System(error.to_string()))
    }

    fn exchange(&mut self, request: &[u8], deadline: Instant) -> Result<Outcome, Errno> {
        // Only what came together with the reply before is surely not asked for. Looking for more would cost a system
        // call; what comes later is read in place of the next reply and does not pass for it.
        if !self.received.is_empty() {
            return Ok(Outcome::Unasked(std::mem::take(&mut self.received)));
        }
        self.scanned = 0;
        // What was written before belongs to another request, and which one that was differs from run to run.
        self.tail.clear();
        let mut unwritten = request;
        while !unwritten.is_empty() {
            match self.write_stdin(unwritten) {
                Ok(0) => break,
                Ok(written) => unwritten = &unwritten[written..],
                Err(Errno::PIPE) => return self.closed_stdin(),
                Err(error) => return Err(error),
            }
        }
        loop {
            // A line that is complete before the request was read whole has to wait: it is no answer yet.
            if unwritten.is_empty()
                && let Some(line) = self.take_line()
            {
                return Ok(Outcome::Reply(line));
            }
            if self.received.len() > self.reply_ceiling {
                return Ok(Outcome::LineTooLong);
            }
            if self.stdout.is_none() {
                return Ok(self.closed_stdout());
            }
            if self.cancel.is_cancelled() {
                return Ok(Outcome::Cancelled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Outcome::Timeout(std::mem::take(&mut self.received)));
            }
            let ready = self.poll(!unwritten.is_empty(), left.min(SLICE))?;
            if ready.stdin {
                match self.write_stdin(unwritten) {
                    Ok(written) => unwritten = &unwritten[written..],
                    Err(Errno::PIPE) => return self.closed_stdin(),
                    Err(error) => return Err(error),
                }
            }
            if ready.stderr {
                self.read_stderr();
            }
            if ready.stdout {
                self.read_stdout()?;
            }
            // A grandchild can keep the pipe of a process open that is long gone.
            if !ready.any() && self.has_exited() {
                while matches!(self.read_stdout()?, Read::Some) && self.received.len() <= self.reply_ceiling {}
                self.stdout = None;
            }
        }
    }

    /// What came of a process that closed its input before it had read the request. Whatever it wrote by then answers
    /// nothing.
    fn closed_stdin(&mut self) -> Result<Outcome, Errno> {
        let exit = self.wait_for_exit(EXIT_AFTER_CLOSE);
        while self.received.len() <= self.reply_ceiling && matches!(self.read_stdout()?, Read::Some) {}
        let output = std::mem::take(&mut self.received);
        Ok(match exit {
            _ if output.contains(&b'\n') => Outcome::Unasked(output),
            Some(exit) => Outcome::Exited(exit, output),
            None => Outcome::ClosedStdin,
        })
    }

    /// What came of a process that closed its output.
    fn closed_stdout(&mut self) -> Outcome {
        let rest = std::mem::take(&mut self.received);
        match self.wait_for_exit(EXIT_AFTER_CLOSE) {
            Some(exit) => Outcome::Exited(exit, rest),
            None => Outcome::ClosedStdout(rest),
        }
    }

    /// The first whole line received, without its line end.
    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.received[self.scanned..].iter().position(|&byte| byte == b'\n');
        let Some(end) = end.map(|end| self.scanned + end) else {
            self.scanned = self.received.len();
            return None;
        };
        let rest = self.received.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.received, rest);
        self.scanned = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Some(line)
    }

    /// Which pipes are ready, after at most `time`.
    fn poll(&self, writing: bool, time: Duration) -> Result<Ready, Errno> {
        if let (false, Some(stdout), Some(stderr)) = (writing, &self.stdout, &self.stderr) {
            // What nearly every wait is like.
            let mut pipes = [PollFd::new(stdout, PollFlags::IN), PollFd::new(stderr, PollFlags::IN)];
            wait(&mut pipes, time)?;
            let [stdout, stderr] = pipes.map(|pipe| !pipe.revents().is_empty());
            return Ok(Ready { stdin: false, stdout, stderr });
        }
        let stdin = self.stdin.as_ref().filter(|_| writing).map(|pipe| PollFd::new(pipe, PollFlags::OUT));
        let stdout = self.stdout.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN));
        let stderr = self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN));
        let present = (stdin.is_some(), stdout.is_some(), stderr.is_some());
        let mut pipes: Vec<PollFd<'_>> = [stdin, stdout, stderr].into_iter().flatten().collect();
        wait(&mut pipes, time)?;
        let mut ready = pipes.iter().map(|pipe| !pipe.revents().is_empty());
        let mut is_ready = |present: bool| present && ready.next().unwrap_or(false);
        Ok(Ready { stdin: is_ready(present.0), stdout: is_ready(present.1), stderr: is_ready(present.2) })
    }

    fn write_stdin(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let Some(stdin) = &self.stdin else { return Err(Errno::PIPE) };
        match rustix::io::write(stdin.as_fd(), bytes) {
            Err(Errno::AGAIN | Errno::INTR) => Ok(0),
            other => other,
        }
    }

    fn read_stdout(&mut self) -> Result<Read, Errno> {
        let Some(stdout) = &self.stdout else { return Ok(Read::End) };
        match rustix::io::read(stdout.as_fd(), &mut self.scratch[..]) {
            Ok(0) => {
                self.stdout = None;
                Ok(Read::End)
            }
            Ok(count) => {
                self.received.extend_from_slice(&self.scratch[..count]);
                Ok(Read::Some)
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(Read::Nothing),
            Err(error) => Err(error),
        }
    }

    fn read_stderr(&mut self) -> bool {
        let Some(stderr) = &self.stderr else { return false };
        match rustix::io::read(stderr.as_fd(), &mut self.scratch[..]) {
            Ok(0) => {
                self.stderr = None;
                false
            }
            Ok(count) => {
                self.tail.add(&self.scratch[..count]);
                true
            }
            Err(Errno::INTR) => true,
            Err(Errno::AGAIN) => false,
            Err(_) => {
                self.stderr = None;
                false
            }
        }
    }

    /// Reads what stands in standard error by now; a flood is left after a while.
    pub(super) fn drain_stderr(&mut self) {
        for _ in 0..64 {
            if !self.read_stderr() {
                return;
            }
        }
    }

    /// Reads and drops output while a process is ending; the first of it is kept.
    pub(super) fn drain_stdout(&mut self) {
        const KEPT: usize = 1 << 10;
        for _ in 0..64 {
            if !matches!(self.read_stdout(), Ok(Read::Some)) {
                return;
            }
            self.received.truncate(KEPT);
        }
    }
}

fn wait(pipes: &mut [PollFd<'_>], time: Duration) -> Result<(), Errno> {
    let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
    match rustix::event::poll(pipes, Some(&time)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error),
    }
}

struct Ready {
    stdin: bool,
    stdout: bool,
    stderr: bool,
}

impl Ready {
    fn any(&self) -> bool {
        self.stdin || self.stdout || self.stderr
    }
}
