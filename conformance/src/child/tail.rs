//! The end of a stream, in bounded memory.

/// Keeps the last bytes of what is added.
#[derive(Debug)]
pub struct Tail {
    bytes: Vec<u8>,
    capacity: usize,
    lost: bool,
}

impl Tail {
    /// A tail of at most `capacity` bytes.
    pub fn new(capacity: usize) -> Tail {
        Tail { bytes: Vec::new(), capacity, lost: false }
    }

    /// Adds bytes, letting go of the oldest.
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        // Up to twice the capacity is held, so that each byte is moved at most once.
        if self.bytes.len() > 2 * self.capacity {
            self.trim();
        }
    }

    /// Forgets all that was added.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.lost = false;
    }

    /// The kept bytes as text, with a remark if there were more.
    pub fn text(&mut self) -> String {
        self.trim();
        let text = String::from_utf8_lossy(&self.bytes);
        if self.lost { format!("[earlier output is left out]\n{text}") } else { text.into_owned() }
    }

    fn trim(&mut self) {
        let excess = self.bytes.len().saturating_sub(self.capacity);
        self.lost |= excess > 0;
        self.bytes.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut tail = Tail::new(4);
        tail.add(b"ab");
        assert_eq!(tail.text(), "ab");
        tail.add(b"cdefghijk");
        assert!(tail.bytes.len() <= 8);
        assert_eq!(tail.text(), "[earlier output is left out]\nhijk");
        tail.clear();
        tail.add(b"ab");
        assert_eq!(tail.text(), "ab");
    }
}
