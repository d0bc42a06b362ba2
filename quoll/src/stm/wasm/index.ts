/**
 * The exports of the WebAssembly module: realm.ts for one realm, on values in NaN boxes. A value that is not a number
 * cannot pass through a JavaScript number (engines may change the bits of a NaN), so it leaves as a tag and a payload,
 * in two cells at `results`, beside a returned NaN. In a third one is the log's entry of the field that was written last.
 */
import { box, isBoxed, payloadOf, tagOf } from '../box';
import { Realm } from '../realm';
import { ABORTED, ABSENT, EVENTUAL, NUMBER } from '../tags';
import { Log, logBytes, Word } from '../memory.js';

export { logBytes };

let realm: Realm = changetype<Realm>(0);
let results: u32 = 0;
let isMain: bool = false;

/** The offset of the results, after the realm's fields. */
const RESULTS: u32 = 112;

/** `state`: 128 zeroed bytes. `log`: logBytes(capacity) zeroed bytes; `capacity` is a power of two. */
export function initialize(state: u32, log: u32, capacity: u32, id: u32, patience: i32): void {
  realm = changetype<Realm>(state);
  realm.id = id;
  realm.patience = patience;
  results = state + RESULTS;
  changetype<Log>(0).useRegion(log, capacity);
}

/** From now on the reads and writes are those of a main turn. */
export function becomeMain(): void {
  isMain = true;
}

export function beginHandler(mayRest: bool): void {
  realm.beginHandler(mayRest);
}

export function begin(): void {
  realm.begin();
}

export function read(address: u32): f64 {
  if (isMain) realm.turnRead(address);
  else if (!realm.read(address)) return leave(ABORTED, 0);
  return unbox(realm.value);
}

/** The value as committed, without depending on it: for pointers that never change once they are set. */
export function peek(address: u32): f64 {
  if (isMain) return unbox(realm.current(address));
  return realm.peek(address) ? unbox(realm.value) : leave(ABORTED, 0);
}

/** Stores the first value of a field that no other realm can reach yet. */
export function put(address: u32, number: f64): void {
  store<u64>(address, bitsOf(number), 8);
}

export function putTagged(address: u32, tag: i32, payload: u32): void {
  store<u64>(address, box(tag, payload), 8);
}

/** Stores a value in one step, for readers that peek. */
export function publish(address: u32, number: f64): void {
  realm.memory.store(address + 8, bitsOf(number));
}

export function publishTagged(address: u32, tag: i32, payload: u32): void {
  realm.memory.store(address + 8, box(tag, payload));
}

function unbox(value: Word): f64 {
  if (isBoxed(value)) return leave(tagOf(value), payloadOf(value));
  const number = reinterpret<f64>(value);
  return number == number ? number : leave(NUMBER, 0);
}

function leave(tag: i32, payload: u32): f64 {
  store<i32>(results, tag);
  store<u32>(results, payload, 4);
  return NaN;
}

/** False, and nothing is written: the field holds no value, or is eventual. */
export function write(address: u32, number: f64): bool {
  if (isSpecial(realm.current(address))) return false;
  writeBits(address, bitsOf(number));
  return true;
}

/** There is one NaN in memory, so that equal values have equal bits. */
function bitsOf(number: f64): Word {
  return reinterpret<u64>(number == number ? number : NaN);
}

export function writeTagged(address: u32, tag: i32, payload: u32): bool {
  if (isSpecial(realm.current(address))) return false;
  writeBits(address, box(tag, payload));
  return true;
}

/** As write, for a field with any contents. */
export function overwrite(address: u32, number: f64): void {
  writeBits(address, bitsOf(number));
}

export function overwriteTagged(address: u32, tag: i32, payload: u32): void {
  writeBits(address, box(tag, payload));
}

function isSpecial(value: Word): bool {
  return isBoxed(value) && (tagOf(value) == ABSENT || tagOf(value) == EVENTUAL);
}

function writeBits(address: u32, bits: Word): void {
  if (isMain) realm.turnWrite(address, bits);
  else store<i32>(results, realm.write(address, bits), 8);
}

export function commit(): bool {
  return realm.commit();
}

export function hasWritten(): bool {
  return realm.written > 0;
}

export function noteTime(): void {
  realm.noteTime();
}

export function hasReadSince(): bool {
  return realm.hasReadSince();
}

export function afterAbort(): i32 {
  return realm.afterAbort();
}

export function abandon(): void {
  realm.abandon();
}

export function endTurn(undo: bool): void {
  realm.endTurn(undo);
}

export function isAborted(): bool {
  return realm.isAborted();
}

export function isAbortedToRest(): bool {
  return realm.isAbortedToRest();
}

export function conflictAddress(): u32 {
  return realm.conflictAddress;
}

export function isConflictWithMain(): bool {
  return realm.isConflictWithMain();
}

export function hasToken(): bool {
  return realm.hasToken;
}

// The steps of protocol/claims.ts: no call and no loop between an access and its note, so no death either.

export function setNoting(address: u32, expected: u32, value: u32, note: u32, noted: u32): u32 {
  const old = atomic.cmpxchg<u32>(address, expected, value);
  if (old == expected) {
    store<u32>(note, noted);
    store<u32>(note, expected, 4);
  }
  return old;
}

export function takeNoting(address: u32, note: u32): u32 {
  const old = atomic.xchg<u32>(address, 0);
  store<u32>(note, old);
  return old;
}

export function addNoting(address: u32, n: i32, note: u32, noted: u32): i32 {
  const sum = atomic.add<i32>(address, n) + n;
  store<u32>(note, noted);
  store<i32>(note, sum, 4);
  return sum;
}
