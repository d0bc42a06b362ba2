/**
 * The wait for the bytes of buffers (decision 83), explored: each worker gets those that it wants, although another asks at the same
 * time or garbage is collected.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Space } from '../../src/heap/space.js';
import { LAST_REALM } from '../../src/protocol/control.js';
import * as giving from '../../src/runtime/giving.js';
import type { Realm } from '../../src/runtime/realm.js';
import { RealmRecord } from '../../src/runtime/records.js';
import * as resting from '../../src/runtime/resting.js';
import { Safepoint } from '../../src/runtime/safepoint.js';
import type { Waiting } from '../../src/runtime/waiting.js';
import { exploredSpace } from '../stm/explored-space.js';
import { explore, type Thread, Violation, type World } from '../stm/explorer.js';
import { type Edit, loadEdited } from '../stm/mutant.js';

type Protocol = Pick<typeof giving, 'Giving'> & Pick<typeof resting, 'Resting'>;

/** Two workers that ask again have more states; the explorer visits a random part. */
const MOST_STATES = 20_000;

/** Odd while the main realm collects. */
const COLLECTING = 4096;
/** 1 while the main realm has a message to read. */
const MESSAGE = 4104;
/** Workers that are done. */
const ENDED = 4112;
/** Whether the bytes of a worker's buffer are stored. */
const stored = (buffer: number) => 4120 + 8 * buffer;

/** Needs the bytes of a buffer of its own; `collects`: it also asks for a collection, otherwise there is none. */
function worker({ Resting }: Protocol, id: number, collects: boolean): Thread<string> {
  return (memory, record) => {
    const space = exploredSpace(memory) as Space;
    const wakeMain = () => space.store(MESSAGE, 1);
    memory.awaitAnswer(world => (world.get(LAST_REALM) === 0n ? undefined : 0n));
    const safepoint = collects ? new Safepoint(space, id, wakeMain) : NO_SAFEPOINT;
    const rest = new Resting({
      ...{ id, space, safepoint, wakeMain, record: new RealmRecord(space, id) },
      ...{ waiting: undefined as unknown as Waiting, forget: () => undefined },
    });
    rest.enter();
    if (collects) safepoint.request();
    while (space.load(stored(id)) === 0) rest.awaitBuffer(id, true);
    if (collects && space.load(COLLECTING) === 1) record.push('touched during a collection');
    rest.leave();
    space.add(ENDED, 1);
  };
}

/** For fewer states. */
const NO_SAFEPOINT = { enter: () => false, leave: () => undefined } as unknown as Safepoint;

function main({ Giving }: Protocol, workers: number, collects: boolean): Thread<string> {
  return memory => {
    const space = exploredSpace(memory) as Space;
    const safepoint = new Safepoint(space, 1, () => undefined);
    const watch = (buffer: number) => space.store(stored(buffer), 1);
    const realm = { space, heap: { buffers: { watch } }, atomically: (body: () => void) => body() };
    const given = new Giving(realm as unknown as Realm, safepoint, error => {
      throw error;
    });
    space.store(LAST_REALM, workers + 1);
    const look = () => {
      given.look();
      if (!collects || !safepoint.isReached) return;
      space.store(COLLECTING, 1);
      space.store(COLLECTING, 0);
      safepoint.release();
    };
    const next = (world: World) =>
      world.get(MESSAGE) === 1n ? 1n : world.get(ENDED) === BigInt(workers) ? 2n : undefined;
    while (memory.awaitAnswer(next) === 1n) {
      space.store(MESSAGE, 0);
      look();
    }
    look();
  };
}

function exploreGiving(how: Protocol, workers: number, collects: boolean) {
  const threads = Array.from({ length: workers }, (_, i) => worker(how, i + 2, collects));
  const check = (_: World, records: string[][]) => records.flat()[0];
  return explore([...threads, main(how, workers, collects)], [], check, MOST_STATES);
}

const protocol: Protocol = { ...giving, ...resting };

describe('workers get the bytes that they want, however their steps interleave', () => {
  test('two workers ask', t => t.diagnostic(`${exploreGiving(protocol, 2, false).states} states`));
  test('one worker asks, and a collection is due', t =>
    t.diagnostic(`${exploreGiving(protocol, 1, true).states} states`));
});

describe('a broken rule shows in some interleaving', () => {
  const mutants: [breaks: string, file: string, edits: Edit[]][] = [
    [
      'a worker notes the round after it has asked',
      'resting',
      [
        ['const round = space.count(BUFFER_ROUNDS);', 'let round;'],
        ['this.worker.wakeMain();', 'this.worker.wakeMain(); round = space.count(BUFFER_ROUNDS);'],
      ],
    ],
    ['a worker does not wake the main realm', 'resting', [['this.worker.wakeMain();', ';']]],
    ['a worker enters during a collection', 'resting', [['this.enter();', ';']]],
    ['the main realm does not wake the workers', 'giving', [['space.notify(BUFFER_ROUNDS);', ';']]],
  ];
  for (const [breaks, file, edits] of mutants)
    test(breaks, async t => {
      const location = new URL(`../../src/runtime/${file}.js`, import.meta.url);
      const broken = { ...protocol, ...(await loadEdited<Protocol>(location, edits, breaks)) };
      assert.throws(
        () => {
          exploreGiving(broken, 1, true);
          exploreGiving(broken, 2, false);
        },
        (error: Error) => {
          t.diagnostic(error.message.split('\n')[0]!);
          return error instanceof Violation;
        },
      );
    });
});
