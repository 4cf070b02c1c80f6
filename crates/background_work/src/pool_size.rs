/// What libuv takes when the variable is not set.
const DEFAULT: usize = 4;
/// The most that it makes.
const MOST: usize = 1024;

/// The threads that libuv gives its pool for a value of `UV_THREADPOOL_SIZE`. It reads the number that the value begins with, whatever follows, and
/// takes one thread for 0 and for what is no number, and all that it can have for a negative one.
pub fn thread_pool_size(variable: Option<&str>) -> usize {
    let Some(value) = variable else { return DEFAULT };
    let value = value.trim_start();
    let is_negative = value.starts_with('-');
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
    let number = if end == 0 { 0 } else { digits[..end].parse().unwrap_or(MOST) };
    match number {
        0 => 1,
        _ if is_negative => MOST,
        _ => number.min(MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_what_libuv_reads() {
        let sizes = [
            (None, 4),
            (Some("8"), 8),
            (Some(" 16 threads"), 16),
            (Some("0"), 1),
            (Some(""), 1),
            (Some("many"), 1),
            (Some("-1"), 1024),
            (Some("5000"), 1024),
            (Some("99999999999999999999"), 1024),
        ];
        for (variable, size) in sizes {
            assert_eq!(thread_pool_size(variable), size, "{variable:?}");
        }
    }
}
