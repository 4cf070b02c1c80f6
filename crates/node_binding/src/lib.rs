//! The Node-API surface of tokenwell: it converts, runs tasks and maps errors. What it exports is private to the TypeScript layer.
//!
//! Every call that can take long exists twice, as an `AsyncTask` on the libuv pool and as a `...Sync` twin. Both run the same
//! `job::Job`, behind one guard that turns a panic into an error: napi-rs calls `compute` from C without catching, and a panic
//! there would end the process.

#![expect(
    unreachable_pub,
    reason = "items are exported by the napi attribute, which asks for `pub`, and not by their paths"
)]
#![expect(clippy::needless_pass_by_value, reason = "napi-derive hands over owned values")]

mod add_tokens_job;
mod call;
mod count_job;
mod count_stream;
mod decode_job;
mod decode_stream;
mod encode_job;
mod encode_options;
mod error;
mod fit_job;
mod inline;
mod job;
mod load_job;
mod long_texts;
mod native_encoding;
mod native_vocabulary;
mod options;
mod panic_guard;
mod panic_job;
mod serialize_job;
mod shared;
mod slot;
mod stats;
mod text;
mod text_buffer;
mod tickets;
mod tokenizer;
mod units;
mod version;
mod window_job;
