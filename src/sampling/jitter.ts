/**
 * Numbers from 0 up to 1, evenly spread and in no order, that are the same for the same seed: so the same text has the same estimate each time.
 *
 * The generator is SplitMix (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) on 32 bits: a counter that steps by
 * the golden ratio, and a finalizer that mixes it, here the one of MurmurHash3.
 */
export function jitter(seed: number): () => number {
  // A length can have more than 32 bits.
  let counter = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return () => {
    counter = (counter + 0x9e_37_79_b9) >>> 0;
    return mix(counter) / 2 ** 32;
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
