//! Under which identities two releases are asked: v1, and those beside it (PROTO-27, VER-22).

use steadlith_reference::identity::IDENTITY_SCHEMA;

use super::rules::Side;

/// Under which identities both sides are asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// Both under v1.
    V1,
    /// Both under another identity that both offer.
    Both(String),
    /// The new side alone, under an identity that the old one does not offer.
    NewOnly(String),
}

impl Channel {
    /// The identity that the old side is asked for by name.
    #[must_use]
    pub fn asked_old(&self) -> Option<&str> {
        match self {
            Channel::Both(schema) => Some(schema),
            Channel::V1 | Channel::NewOnly(_) => None,
        }
    }

    /// The identity that the new side is asked for by name.
    #[must_use]
    pub fn asked_new(&self) -> Option<&str> {
        match self {
            Channel::V1 => None,
            Channel::Both(schema) | Channel::NewOnly(schema) => Some(schema),
        }
    }

    /// The schema that answers have to claim.
    #[must_use]
    pub fn schema(&self) -> &str {
        self.asked_new().unwrap_or(IDENTITY_SCHEMA)
    }
}

/// The channels of two sides: v1 first, then the other identities in the order in which the new side offers them.
#[must_use]
pub fn channels(old: &Side, new: &Side) -> Vec<Channel> {
    let mut channels = vec![Channel::V1];
    for schema in &new.hello.identities {
        let channel = if old.hello.identities.contains(schema) {
            Channel::Both(schema.clone())
        } else {
            Channel::NewOnly(schema.clone())
        };
        if schema != IDENTITY_SCHEMA && !channels.contains(&channel) {
            channels.push(channel);
        }
    }
    channels
}
