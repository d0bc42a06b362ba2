/**
 * Waits for the serial token, for the end of a turn and for the end of a collection, in one model: the transactions of `stm/realm.ts` on the rests
 * of `runtime/safepoint.ts`. Any thread may make no step for as long as the others like, as on a machine with fewer processors than
 * realms, and each store, comparison and notification is a step of its own.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLLECTION, LAST_REALM, REALM_RECORDS, RECORD_BYTES, YIELD } from '../../src/protocol/control.js';
import type { Space } from '../../src/heap/space.js';
import * as safepoints from '../../src/runtime/safepoint.js';
import { Log } from '../../src/stm/memory.js';
import * as transactions from '../../src/stm/realm.js';
import { exploredSpace } from '../stm/explored-space.js';
import { COLLECTING, explore, type Thread, Violation, type Wakes, type World } from '../stm/explorer.js';
import { type Edit, loadEdited } from '../stm/mutant.js';
import {
  type Algorithm,
  check,
  FIELDS,
  runHandler,
  runTurn,
  type Step,
  transactionsOf,
} from '../stm/programs.js';
import type { Attempt } from '../stm/serializability.js';

type Protocol = Algorithm & Pick<typeof safepoints, 'Safepoint'>;

const protocol: Protocol = { ...transactions, Safepoint: safepoints.Safepoint };

/** 1 while the main realm has a message to read. */
const MESSAGE = 4064;
/** Workers that are done. */
const ENDED = 4072;

interface Situation {
  /** The handler of each worker. */
  handlers: Step[][];
  /** Workers whose code holds objects between two attempts, as callbacks of promises do: they never rest. */
  holding?: number[];
  turns?: Step[][];
  patience?: number;
  wakes?: Wakes;
  /** The worker that asks for a collection before its handler; otherwise the main realm does. */
  asks?: number;
  /** Whether the main realm asks handlers that are active when it looks to yield (`runtime/collections.ts`). */
  hastens?: boolean;
}

/** A worker with one task, as WorkerRealm runs it; further transactions are callbacks of promises. */
function worker(how: Protocol, situation: Situation, index: number): Thread<Attempt<bigint>> {
  const { handlers, holding = [], turns = [], patience = 1, asks } = situation;
  const id = index + 2;
  const others = handlers.length - 1;
  // As without collections; each abort for the sake of the collection is one more, and there is one collection.
  const mostAborts = (others > 0 ? patience + others : 0) + (turns.length > 0 ? patience - 1 : 0) + 2;
  return (memory, record) => {
    const space = exploredSpace(memory);
    memory.awaitAnswer(world => (world.get(LAST_REALM) === 0n ? undefined : 0n));
    const safepoint = new how.Safepoint(space as Space, id, () => space.store(MESSAGE, 1));
    memory.resting = {
      leave: () => safepoint.leave(),
      tryEnter: () => safepoint.tryEnter() !== undefined,
      enter: () => void safepoint.enter(),
    };
    safepoint.enter();
    if (asks === index) safepoint.request();
    const realm = new how.Realm(memory, new Log(), id, patience);
    const mayRest = !holding.includes(index);
    transactionsOf(handlers[index]!).forEach((steps, k) => {
      runHandler(how, realm, memory, record, `handler ${id}.${k}`, id * 10 + k, steps, mostAborts, mayRest);
    });
    safepoint.leave();
    space.add(ENDED, 1);
  };
}

/** Its turns, then its event loop: it collects between two turns, whenever a message has come and no worker is active. */
function mainRealm(how: Protocol, situation: Situation): Thread<Attempt<bigint>> {
  const { handlers, turns = [], asks, wakes, hastens = false } = situation;
  return (memory, record) => {
    const space = exploredSpace(memory);
    const safepoint = new how.Safepoint(space as Space, 1, () => undefined);
    const collectIfPossible = () => {
      memory.enterMain();
      if (safepoint.isReached) {
        space.store(COLLECTING, 1);
        space.store(COLLECTING, 0);
        if (hastens) space.storePointer(YIELD, 0);
        safepoint.release();
      } else if (hastens && safepoint.isRequested) space.storePointer(YIELD, 1);
      memory.leaveMain();
    };
    space.store(LAST_REALM, handlers.length + 1);
    if (asks === undefined) safepoint.request();
    turns.forEach((steps, i) => {
      memory.enterMain();
      runTurn(new how.Realm(memory, new Log(), 0, 1), memory, record, `turn ${i}`, 900 + i, steps, false);
      memory.leaveMain();
      collectIfPossible();
    });
    collectIfPossible();
    // Without notifications it looks again by itself.
    const mayLook = (world: World) => wakes === 'looks again' && world.get(COLLECTION) % 2n === 1n;
    const next = (world: World) =>
      world.get(MESSAGE) === 1n || (mayLook(world) && isReached(world, handlers.length))
        ? 1n
        : world.get(ENDED) === BigInt(handlers.length)
          ? 2n
          : undefined;
    while (memory.awaitAnswer(next) === 1n) {
      space.store(MESSAGE, 0);
      collectIfPossible();
    }
    collectIfPossible();
  };
}

function isReached(world: World, workers: number): boolean {
  return Array.from({ length: workers }, (_, i) => i + 2).every(
    id => world.get(REALM_RECORDS + RECORD_BYTES * id + 8) === 0n,
  );
}

function exploreSituation(how: Protocol, situation: Situation, mostStates?: number): number {
  const { handlers, wakes } = situation;
  const threads = handlers.map((_, i) => worker(how, situation, i));
  const ends = (world: World, records: Attempt<bigint>[][]): string | undefined => {
    if (!isReached(world, handlers.length)) return 'a worker stays active';
    if (world.get(COLLECTION) % 2n !== 0n) return 'the collection has not ended';
    return check(world, records);
  };
  return explore([...threads, mainRealm(how, situation)], FIELDS, ends, mostStates, wakes).states;
}

const fight: Step[] = ['r0', 'w0'];
const MOST_STATES = 6_000;
const MOST_BROKEN = 200_000;

const SITUATIONS: Readonly<Record<string, Situation>> = {
  'two handlers that ask for the token, and a collection': { handlers: [fight, fight] },
  'two handlers, one of which asks for the collection': { handlers: [fight, fight], asks: 0 },
  'three handlers that ask for the token, and a collection': { handlers: [fight, fight, fight] },
  'a handler, a turn that it meets, and a collection': { handlers: [fight], turns: [fight], patience: 2 },
  'two handlers, a turn, and a collection': { handlers: [fight, fight], turns: [fight], patience: 2 },
  'a handler, and a callback of a promise, which never rests': { handlers: [fight, fight], holding: [1] },
  'two handlers that are asked to yield': { handlers: [fight, fight], hastens: true },
  'a handler that is asked to yield, and callbacks of promises': {
    handlers: [fight, ['w0', '|', 'w0']],
    holding: [1],
    hastens: true,
  },
  'two handlers, and a callback of a promise': { handlers: [fight, fight, fight], holding: [2], asks: 1 },
};

describe('in every interleaving all handlers end, and no worker touches the heap while garbage is collected', () => {
  for (const [what, situation] of Object.entries(SITUATIONS)) {
    for (const wakes of ['notified', 'looks again'] as const) {
      const how = wakes === 'notified' ? 'only notifications end a sleep' : 'every notification is lost';
      test(`${what}; ${how}`, t => {
        t.diagnostic(`${exploreSituation(protocol, { ...situation, wakes }, MOST_STATES)} states`);
      });
    }
  }
});

describe('a broken rule shows in some interleaving', () => {
  const inRealm = new URL('../../src/stm/realm.js', import.meta.url);
  const inSafepoint = new URL('../../src/runtime/safepoint.js', import.meta.url);
  const mutants: [breaks: string, where: URL, edits: Edit[], shows: Situation][] = [
    [
      'H10: a handler goes on without entering after it has slept until its ticket was served',
      inRealm,
      [['if (isResting && !this.memory.tryEnter())', 'if (false)']],
      { handlers: [fight, fight, ['w0']], asks: 2 },
    ],
    [
      'H10: a handler goes on without entering after it has slept until a turn ended',
      inRealm,
      [['if (this.mayRest && !this.memory.tryEnter())', 'if (false)']],
      { handlers: [fight], turns: [fight], patience: 2 },
    ],
    [
      'H10: a handler that yields keeps the token',
      inRealm,
      [['this.giveTokenBack();\n        this.memory.enter();', 'this.memory.enter();']],
      { handlers: [fight, ['w0', '|', 'w0']], holding: [1], hastens: true },
    ],
    [
      'H2: a handler yields, and goes on without rest',
      inRealm,
      [
        [
          'if (this.conflict == WITH_COLLECTION)\n            this.awaitCollection();',
          'if (this.conflict == WITH_COLLECTION)\n            ;',
        ],
      ],
      { handlers: [fight, fight], holding: [1], hastens: true },
    ],
    [
      '3: the last worker does not wake the main realm',
      inSafepoint,
      [['this.wakeMain();', ';']],
      { handlers: [fight, fight], asks: 0 },
    ],
  ];
  for (const [breaks, where, edits, shows] of mutants) {
    test(breaks, async t => {
      const broken = { ...protocol, ...(await loadEdited<Protocol>(where, edits, breaks)) };
      assert.throws(
        () => exploreSituation(broken, shows, MOST_BROKEN),
        (e: Error) => {
          t.diagnostic(e.message.split('\n')[0]!);
          return e instanceof Violation;
        },
      );
    });
  }
});
