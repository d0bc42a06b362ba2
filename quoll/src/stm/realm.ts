/**
 * Transactions on shared fields: TL2 with timestamp extension for handlers, marks and locks in place for the main
 * realm. One source for the WebAssembly module and its JavaScript twin; the two differ in memory.ts only, and the
 * model test explores this very code over all interleavings of small programs.
 *
 * A field is a word (word.ts) and, 8 bytes later, its value.
 *
 * A handler's attempt
 *   H1  begin: take the clock as read version.
 *   H2  read: load word, value, word. The two words must be equal except for marks, and held by no commit.
 *       A field that a commit holds: wait, holding nothing, until it is free; no abort.
 *       A field that the main realm has locked: abort, even before main has stored.
 *       A version above the read version: extend (H3) and load again, or abort.
 *   H3  extend: sample the clock first, then every field read so far must be free with a version not above
 *       the old read version; then the sample is the new read version.
 *   H4  write: into the log only.
 *   H5  commit without writes: done, regardless of the locks and the token of other realms.
 *   H6  commit with writes: while another handler has the serial token, wait for it, holding no lock. If garbage is to be collected,
 *       abort: the attempt holds objects, and collections wait for those.
 *   H7  lock the written fields in the order of their addresses. A field that a commit holds: release all, wait until it
 *       is free, go to H6; no abort. A field that the main realm has marked or locked: release all, abort.
 *       Nothing waits while it holds a lock.
 *   H8  validate every field read, the own locked ones too: not locked by another, version not above the read version.
 *   H9  take the write version, store the values, release each field with the write version. No user code, no allocation.
 *   H10 after an abort, everything is released. If main held the field, read the turn word: even, retry; odd, sleep until
 *       the turn ends: count oneself as waiter first, then compare and sleep. Every sleep has a time limit and looks again.
 *       The version's BY_MAIN bit says which side an abort counts for.
 *       A handler that sleeps after an abort holds nothing, so garbage may be collected meanwhile. It sleeps without the token, or
 *       gives it back before it waits for the end of a collection: others, who hold objects, may wait for the token.
 *       `patience` aborts by handlers: draw a ticket for the serial token, holding nothing, and keep it until the handler
 *       commits, fails or becomes a main turn. `patience` aborts by main: give the token back, become a main turn.
 *
 * A main turn
 *   M1  before its first mark: make the turn word odd.
 *   M2  read: mark the field by compare-and-swap from a word that no commit holds; then load the value.
 *   M3  write: lock the field by compare-and-swap from a word that no commit holds; a mark becomes the lock in the
 *       same step. Store the value under the lock; keep the old one for undo.
 *   M4  while a commit holds the field, spin: its holder waits for no other realm (H7). For a handler main never waits.
 *   M5  end: after the last access take the write version by one increment, if anything is locked; then release
 *       every locked field with it, and remove the marks. Only main changes a marked word, so a plain store is enough.
 *   M6  undo: restore the values under the locks, then M5: with a *new* version, because otherwise a handler that loaded the word
 *       before and after would take the value in between for committed.
 *   M7  make the turn word even, then read the count of waiters, then notify if there are any.
 */
import {
  CLOCK,
  COLLECTION,
  REALM_RECORDS,
  RECORD_BYTES,
  TOKEN_SERVING,
  TOKEN_TICKETS,
  TURN,
  TURN_WAITERS,
} from '../protocol/control.js';
import { Log, Memory, Word, word } from './memory.js';
import {
  AWAKE,
  COUNT,
  DRAWING,
  DRAWN,
  FOR_COMMIT,
  FOR_TICKET,
  FOR_TURN,
  LOG,
  NO_TICKET,
  SLEEP,
  TICKET,
  TICKET_STATE,
  VERSION,
} from './record.js';
import {
  heldBy,
  isHeldByCommit,
  isLockedByMain,
  isTouchedByMain,
  isWrittenByMain,
  lockedByMain,
  marked,
  unmarked,
  versionOf,
  writtenByHandler,
  writtenByMain,
} from './word.js';

/** Flags of a log entry. */
const READ: i32 = 1;
const WRITTEN: i32 = 2;

/** Why an attempt cannot commit. */
const NO_CONFLICT: i32 = 0;
/** Another handler wrote the field, or is about to. */
const WITH_HANDLER: i32 = 1;
/** A main turn wrote the field and has ended. */
const WITH_MAIN: i32 = 2;
/** The current main turn has touched the field. */
const WITH_TURN: i32 = 3;
/** None: garbage is to be collected. */
const WITH_COLLECTION: i32 = 4;

/** The action after an abort. */
export const RETRY: i32 = 0;
export const RUN_AS_MAIN: i32 = 1;

/** One realm's side of the protocol: its current transaction. Not re-entrant, used by one thread. */
export class Realm {
  readonly memory: Memory;
  readonly log: Log;
  /** This realm's number, from 1. */
  id: u32 = 0;
  /** Aborts by one side until a handler asks for a privilege. */
  patience: i32 = 8;

  /** The value of the last successful read. */
  value: Word = word(0);
  /** The field where the last conflict was met; 0 without one. */
  conflictAddress: u32 = 0;
  abortsByHandlers: i32 = 0;
  abortsByMain: i32 = 0;
  hasToken: bool = false;
  /** How many fields the last commit has written. */
  written: i32 = 0;
  inTurn: bool = false;
  /** Whether the handler holds no objects between two attempts, so that garbage may be collected while it sleeps. */
  mayRest: bool = false;

  private conflict: i32 = NO_CONFLICT;
  /** The clock when the attempt began, and when that began which `hasReadSince` compares with. */
  private began: Word = word(0);
  private since: Word = word(0);
  private readVersion: Word = word(0);

  constructor(memory: Memory, log: Log, id: u32, patience: i32) {
    this.memory = memory;
    this.log = log;
    this.id = id;
    this.patience = patience;
  }

  /** Starts the first attempt of a handler. `mayRest`: it will hold no objects between two attempts. */
  beginHandler(mayRest: bool): void {
    this.mayRest = mayRest;
    this.abortsByHandlers = 0;
    this.abortsByMain = 0;
    this.begin();
  }

  /** H1. */
  begin(): void {
    this.log.clear();
    this.conflict = NO_CONFLICT;
    this.noteVersion(word(0));
    this.readVersion = this.memory.load(CLOCK);
    this.began = this.readVersion;
  }

  /** Keeps the time when this attempt began. */
  noteTime(): void {
    this.since = this.began;
  }

  /** Whether this attempt has read a value written after the saved time. */
  hasReadSince(): bool {
    for (let i = 0; i < this.log.length; i++) {
      if (this.log.has(i, READ) && versionOf(this.memory.load(this.log.address(i))) > this.since) return true;
    }
    return false;
  }

  /** H2. False: the attempt must be abandoned. */
  read(address: u32): bool {
    const known = this.log.find(address);
    if (known >= 0 && this.log.has(known, WRITTEN)) {
      this.value = this.log.value(known);
      return true;
    }
    while (true) {
      const before = this.memory.load(address);
      if (isLockedByMain(before)) return this.fail(WITH_TURN, address);
      if (isHeldByCommit(before)) {
        this.memory.backOff(address, before);
        continue;
      }
      const value = this.memory.load(address + 8);
      const after = this.memory.load(address);
      if (unmarked(before) != unmarked(after)) continue;
      if (versionOf(before) > this.readVersion) {
        if (!this.extend()) return false;
        continue;
      }
      if (this.mayRest && this.memory.isYieldAsked()) {
        return this.fail(WITH_COLLECTION, address);
      }
      this.value = value;
      this.log.set(known >= 0 ? known : this.log.add(address), READ);
      return true;
    }
  }

  /** H3. */
  private extend(): bool {
    const now = this.memory.load(CLOCK);
    for (let i = 0; i < this.log.length; i++) {
      if (this.log.has(i, READ) && !this.isUnchanged(i)) return false;
    }
    this.readVersion = now;
    return true;
  }

  /** Is the field of a log entry free, as it was read? Waits, holding nothing, while a commit holds it. */
  private isUnchanged(i: i32): bool {
    const address = this.log.address(i);
    let w = this.memory.load(address);
    while (isHeldByCommit(w)) {
      this.memory.backOff(address, w);
      w = this.memory.load(address);
    }
    return this.isValid(address, w);
  }

  private isValid(address: u32, w: Word): bool {
    if (isLockedByMain(w)) return this.fail(WITH_TURN, address);
    if (versionOf(w) > this.readVersion) {
      return this.fail(isWrittenByMain(w) ? WITH_MAIN : WITH_HANDLER, address);
    }
    return true;
  }

  private fail(conflict: i32, address: u32): bool {
    this.conflict = conflict;
    this.conflictAddress = address;
    return false;
  }

  /** H4. Returns the entry of the log: storing there means writing the field again, as long as the attempt lasts. */
  write(address: u32, value: Word): i32 {
    let i = this.log.find(address);
    if (i < 0) i = this.log.add(address);
    this.log.set(i, WRITTEN);
    this.log.setValue(i, value);
    return i;
  }

  /**
   * The value as some transaction committed it, without depending on it: for pointers that never change once they are set. Own writes
   * count. A value that main has stored may still be undone, so the result is false, as for read. A value that a commit has stored will
   * be committed.
   */
  peek(address: u32): bool {
    const i = this.log.find(address);
    if (i >= 0 && this.log.has(i, WRITTEN)) {
      this.value = this.log.value(i);
      return true;
    }
    if (isLockedByMain(this.memory.load(address))) return this.fail(WITH_TURN, address);
    this.value = this.memory.load(address + 8);
    if (isLockedByMain(this.memory.load(address))) return this.fail(WITH_TURN, address);
    return true;
  }

  /** The realm's own write, or the value in memory. Main writes in place. */
  current(address: u32): Word {
    const i = this.inTurn ? -1 : this.log.find(address);
    return i >= 0 && this.log.has(i, WRITTEN) ? this.log.value(i) : this.memory.load(address + 8);
  }

  /** H5 to H9. False: the attempt was aborted; nothing is held. */
  commit(): bool {
    if (this.conflict != NO_CONFLICT) return false;
    const count = this.sortWrites();
    this.written = count;
    if (count > 0) {
      this.lockWrites(count);
      if (this.conflict != NO_CONFLICT) return false;
      if (!this.validate()) {
        this.releaseWrites(count);
        this.awaitConflict();
        return false;
      }
      this.writeBack(count);
    }
    this.giveTokenBack();
    return true;
  }

  /** Puts the written entries in the order of their addresses (Shell's sort); returns how many there are. */
  private sortWrites(): i32 {
    let count = 0;
    for (let i = 0; i < this.log.length; i++) {
      if (this.log.has(i, WRITTEN)) this.log.setOrdered(count++, i);
    }
    let gap = 1;
    while (gap < count) gap = gap * 3 + 1;
    for (; gap > 0; gap = (gap - (gap % 3)) / 3) {
      for (let k = gap; k < count; k++) {
        const entry = this.log.ordered(k);
        const address = this.log.address(entry);
        let hole = k;
        while (hole >= gap && this.log.address(this.log.ordered(hole - gap)) > address) {
          this.log.setOrdered(hole, this.log.ordered(hole - gap));
          hole -= gap;
        }
        this.log.setOrdered(hole, entry);
      }
    }
    return count;
  }

  /** H6 and H7. Afterwards either all locks are held, or none and the conflict is set. */
  private lockWrites(count: i32): void {
    let locked = 0;
    if (!this.awaitToken()) return;
    // In this order: if the realm dies between the two, the count is that of an earlier commit, whose log was no larger.
    this.note(LOG, this.log.region());
    this.note(COUNT, count);
    while (locked < count) {
      const i = this.log.ordered(locked);
      const address = this.log.address(i);
      const w = this.memory.load(address);
      if (isTouchedByMain(w)) {
        this.releaseWrites(locked);
        this.fail(WITH_TURN, address);
        return;
      }
      if (isHeldByCommit(w)) {
        this.releaseWrites(locked);
        this.memory.backOff(address, w);
        if (!this.awaitToken()) return;
        locked = 0;
      } else if (this.memory.compareExchange(address, w, heldBy(this.id, w)) == w) {
        this.log.setWord(i, w);
        locked++;
      }
    }
  }

  /** Releases the first `count` written fields as they were. */
  private releaseWrites(count: i32): void {
    for (let k = 0; k < count; k++) {
      const i = this.log.ordered(k);
      this.memory.store(this.log.address(i), this.log.word(i));
    }
  }

  /** H8. */
  private validate(): bool {
    for (let i = 0; i < this.log.length; i++) {
      if (!this.log.has(i, READ)) continue;
      const address = this.log.address(i);
      const own = this.log.has(i, WRITTEN);
      const w = own ? this.log.word(i) : this.memory.load(address);
      if (isHeldByCommit(w)) return this.fail(WITH_HANDLER, address);
      if (!this.isValid(address, w)) return false;
    }
    return true;
  }

  /** A commit that still holds the field in conflict would abort the next attempt too: wait, holding nothing. */
  private awaitConflict(): void {
    const w = this.memory.load(this.conflictAddress);
    if (isHeldByCommit(w)) this.memory.backOff(this.conflictAddress, w);
  }

  /** H9. */
  private writeBack(count: i32): void {
    const version = this.memory.increment(CLOCK);
    this.noteVersion(version);
    for (let k = 0; k < count; k++) {
      const i = this.log.ordered(k);
      this.memory.store(this.log.address(i) + 8, this.log.value(i));
    }
    for (let k = 0; k < count; k++) {
      this.memory.store(this.log.address(this.log.ordered(k)), writtenByHandler(version));
    }
  }

  /** Whether a conflict has occurred that this attempt cannot survive. */
  isAborted(): bool {
    return this.conflict != NO_CONFLICT;
  }

  /** Whether the attempt was aborted because garbage is to be collected, and over no field. */
  isAbortedToRest(): bool {
    return this.conflict == WITH_COLLECTION;
  }

  /** Whether the last conflict was with the main realm. */
  isConflictWithMain(): bool {
    return this.conflict == WITH_MAIN || this.conflict == WITH_TURN;
  }

  /** H10, after a read or a commit returned false. */
  afterAbort(): i32 {
    if (this.conflict == WITH_COLLECTION) this.awaitCollection();
    else if (this.conflict == WITH_HANDLER) this.abortsByHandlers++;
    else this.abortsByMain++;
    if (this.conflict == WITH_TURN) this.awaitTurn();
    if (this.abortsByMain >= this.patience) {
      this.giveTokenBack();
      return RUN_AS_MAIN;
    }
    if (this.abortsByHandlers >= this.patience) this.takeToken();
    return RETRY;
  }

  /** Ends a handler that will not be retried: its function threw, or it goes to the main realm. */
  abandon(): void {
    this.conflict = NO_CONFLICT;
    this.log.clear();
    this.giveTokenBack();
  }

  private awaitTurn(): void {
    const turn = this.memory.load32(TURN);
    if ((turn & 1) == 0) return;
    this.memory.add32(TURN_WAITERS, 1);
    if (this.mayRest) this.memory.leave();
    this.note(SLEEP, FOR_TURN);
    while (this.memory.load32(TURN) == turn) this.memory.wait32(TURN, turn);
    this.note(SLEEP, AWAKE);
    this.memory.add32(TURN_WAITERS, -1);
    if (this.mayRest && !this.memory.tryEnter()) this.awaitEnd();
  }

  private awaitCollection(): void {
    this.memory.leave();
    this.awaitEnd();
  }

  /** Waits for the end of a collection, without the token. */
  private awaitEnd(): void {
    this.giveTokenBack();
    this.memory.enter();
  }

  private takeToken(): void {
    while (!this.hasToken) {
      const ticket = this.draw();
      let isResting = false;
      let serving = this.memory.load32(TOKEN_SERVING);
      while (serving != ticket) {
        if (this.mayRest && !isResting) {
          isResting = true;
          this.memory.leave();
        }
        this.note(SLEEP, FOR_TICKET);
        this.memory.wait32(TOKEN_SERVING, serving);
        serving = this.memory.load32(TOKEN_SERVING);
      }
      this.note(SLEEP, AWAKE);
      this.hasToken = true;
      if (isResting && !this.memory.tryEnter()) this.awaitEnd();
    }
  }

  /** Draws a ticket, so that the main realm can find out which one if this realm dies. */
  private draw(): i32 {
    this.note(TICKET_STATE, DRAWING);
    const ticket = this.memory.add32(TOKEN_TICKETS, 1);
    this.note(TICKET, ticket);
    this.note(TICKET_STATE, DRAWN);
    return ticket;
  }

  private giveTokenBack(): void {
    if (!this.hasToken) return;
    this.hasToken = false;
    this.memory.add32(TOKEN_SERVING, 1);
    this.note(TICKET_STATE, NO_TICKET);
    this.memory.notify32(TOKEN_SERVING);
  }

  /**
   * Waits until no other handler has the token. TICKETS is never less than SERVING, so if they are equal when read in this order, no handler
   * had the token. False: garbage is to be collected.
   */
  private awaitToken(): bool {
    if (this.hasToken) return true;
    let serving = this.memory.load32(TOKEN_SERVING);
    while (serving != this.memory.load32(TOKEN_TICKETS)) {
      if (this.mayRest && (this.memory.load32(COLLECTION) & 1) != 0) return this.fail(WITH_COLLECTION, 0);
      this.note(SLEEP, FOR_COMMIT);
      this.memory.wait32(TOKEN_SERVING, serving);
      this.note(SLEEP, AWAKE);
      serving = this.memory.load32(TOKEN_SERVING);
    }
    return true;
  }

  /** Writes to this realm's record, which others read after its death. */
  private note(entry: u32, n: i32): void {
    this.memory.note(REALM_RECORDS + RECORD_BYTES * this.id + entry, n);
  }

  private noteVersion(version: Word): void {
    this.memory.noteWord(REALM_RECORDS + RECORD_BYTES * this.id + VERSION, version);
  }

  /** M1. */
  private beginTurn(): void {
    this.inTurn = true;
    this.log.clear();
    this.memory.add32(TURN, 1);
    this.memory.turnBegan();
  }

  /** M2, of the main realm. */
  turnRead(address: u32): void {
    if (!this.inTurn) this.beginTurn();
    if (this.log.find(address) < 0) {
      const w = this.claim(address, false);
      this.log.setWord(this.log.add(address), w);
    }
    this.value = this.memory.load(address + 8);
  }

  /** M3, of the main realm. */
  turnWrite(address: u32, value: Word): void {
    if (!this.inTurn) this.beginTurn();
    let i = this.log.find(address);
    if (i < 0 || !this.log.has(i, WRITTEN)) {
      const w = this.claim(address, true);
      if (i < 0) i = this.log.add(address);
      this.log.set(i, WRITTEN);
      this.log.setWord(i, w);
      this.log.setValue(i, this.memory.load(address + 8));
    }
    this.memory.store(address + 8, value);
  }

  /** Marks or locks the field; returns its word without the mark. M4. */
  private claim(address: u32, lock: bool): Word {
    while (true) {
      const w = this.memory.load(address);
      if (isHeldByCommit(w)) {
        this.memory.spin(address, w);
      } else if (this.memory.compareExchange(address, w, lock ? lockedByMain(w) : marked(w)) == w) {
        return unmarked(w);
      }
    }
  }

  /** M5 to M7, of the main realm; M6 if `undo`. */
  endTurn(undo: bool): void {
    if (!this.inTurn) return;
    if (undo) this.restore();
    this.releaseTurn();
    this.log.clear();
    this.inTurn = false;
    this.memory.add32(TURN, 1);
    if (this.memory.load32(TURN_WAITERS) > 0) this.memory.notify32(TURN);
  }

  private restore(): void {
    for (let i = 0; i < this.log.length; i++) {
      if (this.log.has(i, WRITTEN)) this.memory.store(this.log.address(i) + 8, this.log.value(i));
    }
  }

  private releaseTurn(): void {
    let version = word(0);
    for (let i = 0; i < this.log.length; i++) {
      const address = this.log.address(i);
      if (this.log.has(i, WRITTEN)) {
        if (version == word(0)) version = this.memory.increment(CLOCK);
        this.memory.store(address, writtenByMain(version));
      } else {
        this.memory.store(address, this.log.word(i));
      }
    }
  }
}
