use std::{
    env,
    sync::{Arc, LazyLock, Weak},
};

use background_work::{Holder, Ticket, Tickets, thread_pool_size as pool_size};
use napi::{
    Status,
    bindgen_prelude::Function,
    threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode},
};
use napi_derive::napi;

use crate::{error::Outcome, options::one_of};

/// Read once, as libuv does. `process.env` of the main thread writes through to what is read here.
static POOL_SIZE: LazyLock<usize> = LazyLock::new(|| pool_size(env::var("UV_THREADPOOL_SIZE").ok().as_deref()));

static TICKETS: LazyLock<Arc<Tickets>> = LazyLock::new(|| Arc::new(Tickets::for_pool(*POOL_SIZE)));

/// The threads of the libuv pool.
#[napi(js_name = "threadPoolSize")]
pub fn thread_pool_size() -> u32 {
    u32::try_from(*POOL_SIZE).unwrap_or(u32::MAX)
}

/// The tickets of the process for the threads of the libuv pool, as one event loop sees them. What it holds is given back when it is gone.
#[napi]
pub struct NativeTickets {
    holder: Arc<Holder>,
}

/// It does not keep its event loop alive, and takes no arguments.
type Wake = ThreadsafeFunction<(), (), (), Status, false, true>;

#[napi]
impl NativeTickets {
    /// `wake` is called on this loop when a ticket is there after this loop was refused one. It must take what it needs before it returns:
    /// then what is left is for the next.
    #[napi(constructor)]
    pub fn new(#[napi(ts_arg_type = "() => void")] wake: Function<'_, (), ()>) -> napi::Result<Self> {
        let wake: Arc<Wake> = Arc::new(wake.build_threadsafe_function::<()>().weak::<true>().build()?);
        let holder = Arc::new_cyclic(|holder: &Weak<Holder>| {
            let holder = Weak::clone(holder);
            Holder::new(&TICKETS, move || call(&wake, Weak::clone(&holder)))
        });
        Ok(Self { holder })
    }

    /// A ticket, of the kind that is to be given back, or null. Small work takes a general one if that is free, and else the small one.
    #[napi(ts_return_type = "'general' | 'small' | null")]
    pub fn take(&self, small: bool) -> Option<&'static str> {
        self.holder.take(small).map(|ticket| match ticket {
            Ticket::General => "general",
            Ticket::Small => "small",
        })
    }

    /// Gives back a ticket.
    #[napi]
    pub fn give_back(
        &self,
        env: napi::Env,
        #[napi(ts_arg_type = "'general' | 'small'")] kind: String,
    ) -> napi::Result<()> {
        let ticket: Outcome<Ticket> = one_of("kind", &kind, &[("general", Ticket::General), ("small", Ticket::Small)]);
        self.holder.give_back(ticket.map_err(|failure| failure.into_js(env))?);
        Ok(())
    }
}

/// Calls a loop from any thread. A loop that is gone, or that ends before it is called, has nothing to take.
fn call(wake: &Wake, holder: Weak<Holder>) {
    wake.call_with_return_value((), ThreadsafeFunctionCallMode::NonBlocking, move |returned, _| {
        if let Some(holder) = holder.upgrade() {
            holder.has_come();
        }
        returned
    });
}
