use napi_derive::napi;

/// The version of the package that this addon was built for. Addons come as packages of their own, so another one can be there.
#[napi]
pub fn addon_version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
