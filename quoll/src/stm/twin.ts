/** The JavaScript twin: oracle of the WebAssembly module, and its replacement where there is no WebAssembly. */
import { box, isBoxed, payloadOf, tagOf } from './box.js';
import { Log, Memory, type Word } from './memory.js';
import { Realm } from './realm.js';
import type { Stm, StmOptions } from './stm.js';
import { ABORTED, ABSENT, EVENTUAL, NUMBER } from './tags.js';

const number = new Float64Array(1);
const bits = new BigUint64Array(number.buffer);

/** There is one NaN in memory, so that equal values have equal bits. */
function bitsOf(value: number): Word {
  number[0] = value === value ? value : Number.NaN;
  return bits[0]!;
}

export class Twin implements Stm {
  private readonly realm: Realm;
  private readonly memory: Memory;
  private readonly main: boolean;
  private resultTag = NUMBER;
  private resultPayload = 0;
  private lastEntry = -1;

  constructor(options: StmOptions) {
    this.memory = new Memory(options.memory, options.turnBegan, options.rest);
    this.realm = new Realm(this.memory, new Log(), options.id, options.patience);
    this.main = options.main;
  }

  beginHandler(mayRest = false): void {
    this.realm.beginHandler(mayRest);
  }

  begin(): void {
    this.realm.begin();
  }

  read(address: number): number {
    if (this.main) this.realm.turnRead(address);
    else if (!this.realm.read(address)) return this.leave(ABORTED, 0);
    return this.unbox(this.realm.value);
  }

  peek(address: number): number {
    if (this.main) return this.unbox(this.realm.current(address));
    return this.realm.peek(address) ? this.unbox(this.realm.value) : this.leave(ABORTED, 0);
  }

  private unbox(value: Word): number {
    if (isBoxed(value)) return this.leave(tagOf(value), payloadOf(value));
    bits[0] = value;
    const result = number[0]!;
    return result === result ? result : this.leave(NUMBER, 0);
  }

  private leave(tag: number, payload: number): number {
    this.resultTag = tag;
    this.resultPayload = payload;
    return Number.NaN;
  }

  tag(): number {
    return this.resultTag;
  }

  payload(): number {
    return this.resultPayload;
  }

  write(address: number, value: number): boolean {
    if (this.isSpecial(address)) return false;
    this.writeBits(address, bitsOf(value));
    return true;
  }

  writeTagged(address: number, tag: number, payload: number): boolean {
    if (this.isSpecial(address)) return false;
    this.writeBits(address, box(tag, payload));
    return true;
  }

  overwrite(address: number, value: number): void {
    this.writeBits(address, bitsOf(value));
  }

  overwriteTagged(address: number, tag: number, payload: number): void {
    this.writeBits(address, box(tag, payload));
  }

  private isSpecial(address: number): boolean {
    const value = this.realm.current(address);
    return isBoxed(value) && (tagOf(value) === ABSENT || tagOf(value) === EVENTUAL);
  }

  private writeBits(address: number, value: Word): void {
    if (this.main) this.realm.turnWrite(address, value);
    else this.lastEntry = this.realm.write(address, value);
  }

  entry(): number {
    return this.lastEntry;
  }

  rewrite(entry: number, number: number): void {
    this.realm.log.setValue(entry, bitsOf(number));
  }

  put(address: number, value: number): void {
    this.memory.store(address + 8, bitsOf(value));
  }

  putTagged(address: number, tag: number, payload: number): void {
    this.memory.store(address + 8, box(tag, payload));
  }

  publish(address: number, value: number): void {
    this.memory.store(address + 8, bitsOf(value));
  }

  publishTagged(address: number, tag: number, payload: number): void {
    this.memory.store(address + 8, box(tag, payload));
  }

  commit(): boolean {
    return this.realm.commit();
  }

  hasWritten(): boolean {
    return this.realm.written > 0;
  }

  noteTime(): void {
    this.realm.noteTime();
  }

  hasReadSince(): boolean {
    return this.realm.hasReadSince();
  }

  afterAbort(): number {
    return this.realm.afterAbort();
  }

  abandon(): void {
    this.realm.abandon();
  }

  endTurn(undo: boolean): void {
    this.realm.endTurn(undo);
  }

  isAborted(): boolean {
    return this.realm.isAborted();
  }

  isAbortedToRest(): boolean {
    return this.realm.isAbortedToRest();
  }

  conflictAddress(): number {
    return this.realm.conflictAddress;
  }

  isConflictWithMain(): boolean {
    return this.realm.isConflictWithMain();
  }

  hasToken(): boolean {
    return this.realm.hasToken;
  }

  // A death can cut these in two: no realm that may die before the others uses the twin.

  setNoting(address: number, expected: number, value: number, note: number, noted: number): number {
    const old = this.memory.compareExchange32(address, expected, value);
    if (old === expected >>> 0) {
      this.memory.note(note, noted);
      this.memory.note(note + 4, expected);
    }
    return old;
  }

  takeNoting(address: number, note: number): number {
    let old = this.memory.load32(address);
    while (this.memory.compareExchange32(address, old, 0) !== old >>> 0) old = this.memory.load32(address);
    this.memory.note(note, old);
    return old >>> 0;
  }

  addNoting(address: number, n: number, note: number, noted: number): number {
    const sum = this.memory.add32(address, n) + n;
    this.memory.note(note, noted);
    this.memory.note(note + 4, sum);
    return sum;
  }
}
