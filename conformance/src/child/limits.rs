//! What a testee may take: time, and the runner's memory (PROTO-14, PROTO-24).

use std::time::Duration;

/// Limits of one testee process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From the start to the reply to `hello`.
    pub start: Duration,
    /// For each other reply, however small the request.
    pub reply: Duration,
    /// For each reply in addition, by MiB of the request.
    pub reply_per_mib: Duration,
    /// The longest reply line, in bytes.
    pub reply_ceiling: usize,
    /// How much of the end of standard error is kept, in bytes.
    pub stderr_kept: usize,
    /// From the end of input to the exit, before the process is told to terminate.
    pub exit: Duration,
    /// From being told to terminate to being killed.
    pub terminate: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            start: Duration::from_secs(30),
            reply: Duration::from_secs(10),
            // More than the specification asks for: the released package needs 15 s for a million words on a busy
            // machine, and a right implementation must not fail for being slow.
            reply_per_mib: Duration::from_secs(30),
            reply_ceiling: 64 << 20,
            stderr_kept: 16 << 10,
            exit: Duration::from_secs(2),
            terminate: Duration::from_millis(300),
        }
    }
}

impl Limits {
    /// The time for the reply to a request of this many bytes.
    #[must_use]
    pub fn reply_to(&self, request_bytes: usize) -> Duration {
        const MIB: f64 = (1 << 20) as f64;
        self.reply + self.reply_per_mib.mul_f64(request_bytes as f64 / MIB)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_has_at_least_ten_seconds_and_ten_more_for_each_mib() {
        let limits = Limits::default();
        assert_eq!(limits.reply_to(0), Duration::from_secs(10));
        assert_eq!(limits.reply_to(3 << 20), Duration::from_secs(100));
        assert!(limits.reply_to(5 << 19) >= Duration::from_secs(10 + 25));
    }
}
