//! Names by which the threads of a process reach what one of them made.
//!
//! A name owns nothing. What it stands for lives as long as one of its holders does: these are [`Membership`]s, which every holder has from birth, shares
//! with its copies and gives up when it is closed. Only the one that gave the name may pin it besides, so that a name on its way to another thread is
//! not lost with a variable that the garbage collector has taken.
//!
//! ```
//! use shared_names::{ClaimError, Membership, Table};
//!
//! let table = Table::new();
//! let member = Membership::new();
//! let name = table.share(table.sharer(), &member, "a tokenizer");
//! drop(member);
//! let (thing, member) = table.claim(name)?; // pinned
//! assert_eq!(thing, "a tokenizer");
//!
//! table.unpin(name);
//! assert!(table.claim(name).is_ok()); // held by the one that claimed it
//! drop(member);
//! assert_eq!(table.claim(name).unwrap_err(), ClaimError::Closed);
//! # Ok::<(), ClaimError>(())
//! ```

#![forbid(unsafe_code)]

mod membership;
mod sync;
mod table;

pub use membership::Membership;
pub use table::{ClaimError, Sharer, Table};
