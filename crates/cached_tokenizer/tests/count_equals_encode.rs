//! A count is the number of ids that encoding gives, before truncation and padding.

use cached_tokenizer::{CachedTokenizer, CountOptions, SpecialTokens, TokenizerEngine};
use proptest::prelude::*;

const JSON: &str = r#"{
    "truncation": null,
    "padding": null,
    "added_tokens": [
        { "id": 9, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": true, "normalized": false, "special": true },
        { "id": 9, "content": "LOUD", "single_word": true, "lstrip": true, "rstrip": false, "normalized": true, "special": false }
    ],
    "normalizer": { "type": "Lowercase" },
    "pre_tokenizer": { "type": "Whitespace" },
    "post_processor": { "type": "BertProcessing", "sep": ["</s>", 3], "cls": ["<s>", 4] },
    "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2, "</s>": 3, "<s>": 4 } }
}"#;

proptest! {
    #[test]
    fn count_is_the_number_of_ids(
        text in "(hello|world|<s>|LOUD|loud|[ -~]|\\PC| ){0,30}",
        add_special_tokens in any::<bool>(),
        as_text in any::<bool>(),
    ) {
        let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(JSON).unwrap(), None);
        let special_tokens = if as_text { SpecialTokens::Text } else { SpecialTokens::Match };
        let options = CountOptions { add_special_tokens, special_tokens };
        prop_assert_eq!(tokenizer.count(&text, options).unwrap(), tokenizer.encode(&text, None, &options.into()).unwrap().ids.len());
    }

    #[test]
    fn limits_apply_to_encodings_and_not_to_counts(words in 0_usize..20) {
        let json = JSON
            .replace(r#""truncation": null"#, r#""truncation": { "max_length": 8, "strategy": "LongestFirst", "stride": 0 }"#)
            .replace(r#""padding": null"#, r#""padding": { "strategy": { "Fixed": 6 }, "direction": "Right", "pad_to_multiple_of": null,
                "pad_id": 0, "pad_type_id": 0, "pad_token": "?" }"#);
        let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(&json).unwrap(), None);
        let text = "hello ".repeat(words);
        let options = CountOptions { add_special_tokens: true, special_tokens: SpecialTokens::Match };
        prop_assert_eq!(tokenizer.count(&text, options).unwrap(), words + 2);
        prop_assert_eq!(tokenizer.encode(&text, None, &options.into()).unwrap().ids.len(), (words + 2).clamp(6, 8));
    }
}
