//! Work that runs behind the event loops of a process without being in their way.
//!
//! **Tickets.** A process has one libuv pool however many event loops it has. Each loop limits what it runs at once, but loops know nothing of each
//! other: four workers with three tasks each would fill a pool of four threads three times over, and then reading a file waits for them. So a running task also
//! holds a ticket of the process, and there is one less than the pool has threads. Small work that finds none free may take the small ticket instead: it is
//! over before anybody notices. Who is refused is called once a ticket is there, in the order of asking, and has a moment to come for it before
//! others may take it: so no loop is passed over for ever, and none waits for one that is stuck.
//!
//! **Low priority.** Where all cores are busy, the system lets a thread that wakes up wait for some milliseconds, and that thread may be the one with an event
//! loop. Long work therefore runs on threads of lower priority, and gives way time and again. A thread of the pool cannot be one of them, as a lowered priority
//! cannot be raised again and the pool serves others too, so it waits for one.

#![forbid(unsafe_code)]

mod giving_way;
mod holder;
mod low_priority;
mod pool_size;
mod sync;
mod tickets;

pub use giving_way::give_way;
pub use holder::{Holder, Ticket};
pub use low_priority::run_at_low_priority;
pub use pool_size::thread_pool_size;
pub use tickets::Tickets;
