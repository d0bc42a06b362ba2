/**
 * A worker goes through the whole protocol: it enters, meets a conflict, waits for the serial token at rest, commits, gives the token back, asks
 * for a collection and leaves. Each run throws before another one of its accesses, and the main realm cleans up after it as after the death of
 * a thread. Then nothing may be half done, held or waited for.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Space } from '../../src/heap/space.js';
import {
  LAST_REALM,
  REALM_RECORDS,
  RECORD_BYTES,
  TOKEN_SERVING,
  TOKEN_TICKETS,
} from '../../src/protocol/control.js';
import type { Queue } from '../../src/protocol/queue.js';
import { bury, skipLostTicket } from '../../src/runtime/deaths.js';
import { RealmRecord } from '../../src/runtime/records.js';
import { Safepoint } from '../../src/runtime/safepoint.js';
import { Memory } from '../../src/stm/memory.js';
import { Realm, RETRY } from '../../src/stm/realm.js';
import { DRAWN, NO_TICKET, TICKET, TICKET_STATE } from '../../src/stm/record.js';
import { Life, LogInMemory } from '../stm/dying.js';
import { atomically, field, newMemory, realm } from '../stm/memory.js';

const [MORTAL, OTHER] = [2, 3];
const [x, z] = [field(0), field(2)];
/** The values 1 and 6 as words. */
const SIX = 0x4018000000000000n;
const NO_QUEUE = { recover: () => [] } as unknown as Queue;

type Cells = Pick<
  Space,
  'load' | 'store' | 'loadPointer' | 'storePointer' | 'setPointer' | 'add' | 'count' | 'wait' | 'notify'
>;

function cellsOf(memory: WebAssembly.Memory): Cells {
  const cells = new Int32Array(memory.buffer);
  const at = (address: number) => address / 4;
  const load = (address: number) => Atomics.load(cells, at(address));
  const store = (address: number, value: number) => void Atomics.store(cells, at(address), value);
  return {
    ...{ load, store, count: load, loadPointer: load, storePointer: store },
    setPointer: (address, expected, value) => Atomics.compareExchange(cells, at(address), expected, value),
    add: (address, n) => Atomics.add(cells, at(address), n) + n,
    wait: () => undefined,
    notify: () => undefined,
  };
}

/** The other worker, which has the token twice, when the first one is about to commit and when it asks for the token itself. */
class Other {
  readonly stm;
  private hasToken = false;

  constructor(
    memory: WebAssembly.Memory,
    private readonly space: Cells,
  ) {
    this.stm = realm('wasm', memory, OTHER);
  }

  /** Takes the token, which nobody has. */
  takeToken(): void {
    this.hasToken = true;
    this.note(TICKET, this.space.add(TOKEN_TICKETS, 1) - 1);
    this.note(TICKET_STATE, DRAWN);
  }

  giveTokenBack(): void {
    if (!this.hasToken) return;
    this.hasToken = false;
    this.note(TICKET_STATE, NO_TICKET);
    this.space.add(TOKEN_SERVING, 1);
  }

  private note(entry: number, value: number): void {
    this.space.storePointer(REALM_RECORDS + RECORD_BYTES * OTHER + entry, value);
  }
}

/** The state after a worker that died before its access `end`, or that lived. */
function dieBefore(end: number) {
  const memory = newMemory();
  const space = cellsOf(memory);
  const other = new Other(memory, space);
  atomically(other.stm, () => [x, z].forEach(address => other.stm.write(address, 1)));
  space.storePointer(LAST_REALM, OTHER);
  const record = new RealmRecord(space as Space, MORTAL);
  record.take(64);
  record.isPlanComplete = true;

  const life = new Life(end);
  const mortalSpace = life.of(cellsOf(memory), ['count', 'storePointer', 'setPointer', 'add', 'notify']);
  const safepoint = new Safepoint(mortalSpace as Space, MORTAL, () => undefined);
  const own = new Memory(memory, () => undefined, {
    leave: () => safepoint.leave(),
    tryEnter: () => safepoint.tryEnter() !== undefined,
    enter: () => void safepoint.enter(),
  });
  // While it sleeps for the token, the other worker gives it back.
  own.wait32 = () => other.giveTokenBack();
  const accesses = ['load', 'store', 'compareExchange', 'increment', 'load32', 'add32'] as const;
  life.of(own, [...accesses, 'note', 'noteWord', 'wait32', 'notify32']);
  const mortal = new Realm(own, new LogInMemory(memory, 2 ** 20), MORTAL, 1);
  const lives = life.lives(() => {
    safepoint.enter();
    mortal.beginHandler(true);
    mortal.read(x);
    atomically(other.stm, () => other.stm.write(x, 2));
    other.takeToken();
    mortal.write(x, SIX);
    assert.ok(!mortal.commit());
    other.takeToken();
    assert.equal(mortal.afterAbort(), RETRY);
    mortal.begin();
    assert.ok(mortal.read(x));
    mortal.write(z, SIX);
    mortal.write(x, SIX);
    assert.ok(mortal.commit());
    safepoint.request();
    safepoint.leave();
  });
  return { space, other, lives };
}

test('a throw before any access of the protocol leaves no lock, no ticket, no mark and no half commit', t => {
  let steps = 0;
  let committed = 0;
  for (let isOver = false; !isOver; steps++) {
    const { space, other, lives } = dieBefore(steps);
    isOver = lives;
    const which = `before access ${steps}`;
    const remains = lives ? undefined : bury(space as Space, NO_QUEUE, MORTAL);
    other.giveTokenBack();
    const living = lives ? [MORTAL, OTHER] : [OTHER];
    skipLostTicket(
      space as Space,
      living.map(id => new RealmRecord(space as Space, id)),
    );
    assert.equal(space.count(TOKEN_SERVING), space.count(TOKEN_TICKETS), `${which}: the token is lost`);

    let values: number[] = [];
    atomically(other.stm, () => {
      values = [x, z].map(address => other.stm.read(address));
      other.stm.write(x, 9);
    });
    const hasCommitted = values[1] === 6;
    if (hasCommitted) assert.deepEqual(values, [6, 6], which);
    else assert.ok(values[1] === 1 && values[0]! <= 2, which);
    if (remains) assert.equal(remains.kind, hasCommitted ? 'committed' : 'again', which);
    if (hasCommitted) committed++;

    const main = new Safepoint(space as Space, 1, () => undefined);
    main.request();
    assert.ok(main.isReached, `${which}: garbage is never collected`);
    main.release();
    assert.ok(!main.isRequested, which);
  }
  t.diagnostic(`${steps} accesses, ${committed} of them after the commit`);
  assert.ok(steps > 60 && committed > 10);
});
