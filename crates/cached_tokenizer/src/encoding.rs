/// The ids of a text or a pair.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Encoding {
    /// The ids, in order.
    pub ids: Vec<u32>,
}
