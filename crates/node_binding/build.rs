//! Links the addon as Node-API wants it.

fn main() {
    napi_build::setup();
}
