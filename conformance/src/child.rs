//! One testee process: started in a process group of its own, asked one line at a time, ended with all its children.
//!
//! A single thread speaks with each child: it writes the request, waits for the reply line and drains standard error
//! in one `poll` loop. No pipe can therefore block the runner, a grandchild that holds a pipe open cannot either, and
//! no thread has to be woken for a request.

mod ending;
mod exchange;
pub mod exit;
pub mod limits;
mod tail;

use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::Pid;

use crate::implementation::Implementation;
use exit::Exit;
use limits::Limits;
use tail::Tail;

const SCRATCH: usize = 64 << 10;

/// Tells every wait on a child that the user wants to stop.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks everything to stop, within a tenth of a second.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether someone asked.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// One line, without its line end. What it says is not looked at here.
    Reply(Vec<u8>),
    /// Output that came with the reply before, or from a process that had closed its input. It belongs to no request.
    Unasked(Vec<u8>),
    /// More output without a line end than the limit allows.
    LineTooLong,
    /// No whole line in time; the output that had come by then.
    Timeout(Vec<u8>),
    /// The process ended; the output after its last whole line.
    Exited(Exit, Vec<u8>),
    /// The process lives on but closed its standard input before it had read the request.
    ClosedStdin,
    /// The process lives on but closed its standard output; the output after its last whole line.
    ClosedStdout(Vec<u8>),
    /// The user wants to stop.
    Cancelled,
    /// The system refused to read, write or wait.
    System(String),
}

/// How a child ended after the end of its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Its exit; `None` if it had to be killed.
    pub exit: Option<Exit>,
    /// The first output that nobody asked for.
    pub unasked: Vec<u8>,
}

/// A running testee.
#[derive(Debug)]
pub struct Child {
    process: process::Child,
    /// The process and its group. It stays reserved until the process is reaped, which happens last.
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    received: Vec<u8>,
    /// How many bytes of `received` are known to hold no line end.
    scanned: usize,
    /// Where reads land, so that none has to clear memory first.
    scratch: Box<[u8]>,
    tail: Tail,
    reply_ceiling: usize,
    cancel: Cancel,
    reaped: bool,
}

impl Child {
    /// Starts the program of an implementation.
    ///
    /// # Errors
    /// What the system says when the program cannot be started.
    pub fn start(implementation: &Implementation, limits: &Limits, cancel: &Cancel) -> io::Result<Child> {
        let mut process = implementation
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw).ok_or(io::ErrorKind::InvalidData)?;
        let child = Child {
            group,
            stdin: process.stdin.take(),
            stdout: process.stdout.take(),
            stderr: process.stderr.take(),
            process,
            received: Vec::new(),
            scanned: 0,
            scratch: vec![0; SCRATCH].into_boxed_slice(),
            tail: Tail::new(limits.stderr_kept),
            reply_ceiling: limits.reply_ceiling,
            cancel: cancel.clone(),
            reaped: false,
        };
        // Only this end of each pipe becomes non-blocking; the child's ends are descriptions of their own.
        for end in [
            child.stdin.as_ref().map(AsFd::as_fd),
            child.stdout.as_ref().map(AsFd::as_fd),
            child.stderr.as_ref().map(AsFd::as_fd),
        ] {
            rustix::io::ioctl_fionbio(end.ok_or(io::ErrorKind::BrokenPipe)?, true)?;
        }
        Ok(child)
    }

    /// The end of what the process wrote to standard error, as text.
    #[must_use]
    pub fn stderr_tail(&mut self) -> String {
        self.drain_stderr();
        self.tail.text()
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if !self.reaped {
            self.kill();
        }
    }
}
