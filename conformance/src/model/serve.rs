//! The second implementation as a testee: one request line in, one reply line out (PROTO-2).

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

use super::answer::Model;
use crate::ascii_json;

impl Model {
    /// Answers requests until the input ends.
    ///
    /// # Errors
    /// Whatever reading or writing gives. A line that is no request is answered, not an error.
    pub fn serve(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> io::Result<()> {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let reply = match serde_json::from_slice::<Value>(&line) {
                Ok(request) => self.answer(&request),
                Err(error) => json!({"id": null, "unsupported": format!("the request cannot be read: {error}")}),
            };
            writeln!(output, "{}", ascii_json::to_string(&reply))?;
            output.flush()?;
            line.clear();
        }
        Ok(())
    }
}
