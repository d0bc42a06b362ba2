/**
 * A field's value in 64 bits: a number as its double, or a tag and 32 bits in a NaN that arithmetic never makes.
 *
 *   FFF0 + tag (16 bits) · 0 (16 bits) · payload (32 bits)      tag 1 … 15
 */
import { low32, Word, word } from './memory.js';

const SHIFT: Word = word(48);
const FIRST_BOXED: Word = word(0xfff1) << SHIFT;

export function box(tag: i32, payload: u32): Word {
  return (word(0xfff0 + tag) << SHIFT) | word(payload);
}

/** Is the value a tag and a payload? */
export function isBoxed(value: Word): bool {
  return value >= FIRST_BOXED;
}

export function tagOf(value: Word): i32 {
  return low32(value >> SHIFT) & 15;
}

export function payloadOf(value: Word): u32 {
  return low32(value);
}
