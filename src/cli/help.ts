/** What `--help` prints. */
export const HELP = `Count, encode and decode the tokens of LLM prompts.

Usage: tokenwell COMMAND [OPTION...] [FILE...]

Commands:
  count      print the number of tokens of each FILE
  encode     print the token ids of each FILE
  decode     print the text of token ids: whole numbers apart by white space or commas, or a JSON array
  inspect    print what tokenizers are made of; each FILE is a NAME or PATH as for --tokenizer
  replay     run recorded chat traffic (JSON, a request or a chat a line) through copies of a tokenizer, and print what
             it cost and what their segment cache saved

FILE is UTF-8 text; - is the standard input, which is also read when no FILE is given.

Options:
  -t, --tokenizer NAME|PATH   an embedded encoding (cl100k_base, o200k_base), a tokenizer.json or a folder with one
                              (default: o200k_base)
      --json                  print one JSON object a line
      --special-tokens match|text|literal
                              what special tokens in the text are: themselves, or plain text; literal: control tokens
                              that are not marked as special are plain text too
                              (default: text for count, match for encode and replay)
      --add-special-tokens    also the tokens that the tokenizer's template adds (default for encode)
      --no-add-special-tokens only the tokens of the text (default for count)
      --exact                 count: count long files too, where above 4,000,000 bytes they are estimated
      --skip-special-tokens   decode: leave out special tokens
      --copies N, --clients C replay: C requests at once (default: N) on N clones of the tokenizer (default: 1)
      --order fifo|lifo       replay: next is the clone that is idle for longest, or the last one given back
                              (default: fifo)
      --cache-mib M           replay: the budget of the cache in MiB (default: as when loading)
      --eviction lru|tinylfu  replay: what goes first when it is full (default: lru)
      --separate, --no-cache  replay: a cache for each clone, or none (default: one for all)
      --requests R            replay: only the first R requests (default: all)
      --plain                 replay: messages as ROLE: CONTENT (default: ChatML)
      --encode                replay: make ids (default: count tokens)
      --digests FILE          replay: write the SHA-256 of each request's ids to FILE; makes ids
  -h, --help                  print this help
  -V, --version               print the version

The exit code is 1 if anything went wrong, else 0.
`;
