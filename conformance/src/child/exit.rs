//! How a process ended, in words.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
}

impl Exit {
    /// Whether the process ended by itself with status 0.
    #[must_use]
    pub fn is_success(self) -> bool {
        self == Exit::Status(0)
    }
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Exit {
        match (status.code(), status.signal()) {
            (Some(code), _) => Exit::Status(code),
            (None, signal) => Exit::Signal(signal.unwrap_or_default()),
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Status(status) => write!(f, "it exited with status {status}"),
            Exit::Signal(signal) => match signal_name(*signal) {
                Some(name) => write!(f, "it was ended by signal {signal} ({name})"),
                None => write!(f, "it was ended by signal {signal}"),
            },
        }
    }
}

/// The name of a signal; numbers differ between systems.
fn signal_name(number: i32) -> Option<&'static str> {
    [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL, an illegal instruction"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT, an abort"),
        (Signal::BUS, "SIGBUS, a bad memory access"),
        (Signal::FPE, "SIGFPE, an arithmetic error"),
        (Signal::KILL, "SIGKILL, perhaps for want of memory"),
        (Signal::USR1, "SIGUSR1"),
        (Signal::SEGV, "SIGSEGV, a bad memory access"),
        (Signal::USR2, "SIGUSR2"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::SYS, "SIGSYS"),
        (Signal::XCPU, "SIGXCPU, a limit of processor time"),
        (Signal::XFSZ, "SIGXFSZ, a limit of file size"),
    ]
    .into_iter()
    .find_map(|(signal, name)| (signal.as_raw() == number).then_some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exits_are_named() {
        assert_eq!(Exit::Status(3).to_string(), "it exited with status 3");
        assert_eq!(
            Exit::Signal(Signal::SEGV.as_raw()).to_string(),
            "it was ended by signal 11 (SIGSEGV, a bad memory access)"
        );
        assert_eq!(Exit::Signal(99).to_string(), "it was ended by signal 99");
    }
}
