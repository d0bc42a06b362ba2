/**
 * The protocol of collections in all interleavings: no realm touches the heap during one,
 * and every realm continues afterwards.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLLECTION, LAST_REALM, REALM_RECORDS, RECORD_BYTES } from '../../src/protocol/control.js';
import * as protocol from '../../src/runtime/safepoint.js';
import type { Space } from '../../src/heap/space.js';
import { exploredSpace } from '../stm/explored-space.js';
import { explore, type Thread, Violation, type World } from '../stm/explorer.js';
import { type Edit, loadEdited } from '../stm/mutant.js';

type Protocol = Pick<typeof protocol, 'Safepoint'>;

const MOST_STATES = 60_000;

/** Odd while the main realm collects. */
const COLLECTING = 4096;
/** 1 while the main realm has a message to read. */
const MESSAGE = 4104;
/** Workers that are done. */
const ENDED = 4112;

/** Touches the heap twice; the first one asks for a collection. */
function worker({ Safepoint }: Protocol, id: number, isFirst: boolean): Thread<string> {
  return (memory, record) => {
    const space = exploredSpace(memory);
    const touch = () => {
      if (space.load(COLLECTING) === 1) record.push('touched during a collection');
    };
    memory.awaitAnswer(world => (world.get(LAST_REALM) === 0n ? undefined : 0n));
    const safepoint = new Safepoint(space as Space, id, () => space.store(MESSAGE, 1));
    safepoint.enter();
    touch();
    if (isFirst) safepoint.request();
    if (safepoint.isRequested) {
      safepoint.leave();
      safepoint.enter();
    }
    touch();
    safepoint.leave();
    space.add(ENDED, 1);
  };
}

/** Asks for a collection itself, or only answers messages. */
function main({ Safepoint }: Protocol, workers: number, asks: boolean): Thread<string> {
  return memory => {
    const space = exploredSpace(memory);
    const safepoint = new Safepoint(space as Space, 1, () => undefined);
    space.store(LAST_REALM, workers + 1);
    const collectIfPossible = () => {
      if (!safepoint.isReached) return;
      space.store(COLLECTING, 1);
      space.store(COLLECTING, 0);
      safepoint.release();
    };
    if (asks) {
      safepoint.request();
      collectIfPossible();
    }
    // The event loop: sleeps until there is a message, or all are done.
    const next = (world: World) =>
      world.get(MESSAGE) === 1n ? 1n : world.get(ENDED) === BigInt(workers) ? 2n : undefined;
    while (memory.awaitAnswer(next) === 1n) {
      space.store(MESSAGE, 0);
      collectIfPossible();
    }
    collectIfPossible();
  };
}

function exploreCollection(how: Protocol, workers: number, asks: boolean) {
  const threads = Array.from({ length: workers }, (_, i) => worker(how, i + 2, i === 0));
  const check = (world: World, records: string[][]): string | undefined =>
    records.flat()[0] ??
    ([2, 3].some(id => world.get(REALM_RECORDS + RECORD_BYTES * id + 8) !== 0n)
      ? 'a worker stays active'
      : undefined) ??
    (world.get(COLLECTION) % 2n !== 0n ? 'the collection has not ended' : undefined);
  return explore([...threads, main(how, workers, asks)], [], check, MOST_STATES);
}

describe('in every interleaving workers stop while garbage is collected, and then continue', () => {
  for (const asks of [false, true]) {
    test(`two workers, ${asks ? 'and the main realm asks too' : 'one of which asks'}`, t => {
      t.diagnostic(`${exploreCollection(protocol, 2, asks).states} states`);
    });
  }
});

describe('a broken rule shows in some interleaving', () => {
  const mutants: [breaks: string, edits: Edit[]][] = [
    ['2: a worker does not look after it has marked itself', [['if ((state & 1) !== 0) {', 'if (false) {']]],
    ['3: the last worker does not wake the main realm', [['this.wakeMain();', ';']]],
    [
      '4: the main realm collects while workers are active',
      [[' && !this.workers().some(worker => worker.isActive)', '']],
    ],
    ['4: the main realm does not wake the workers', [['this.space.notify(COLLECTION);', ';']]],
  ];
  for (const [breaks, edits] of mutants) {
    test(breaks, async t => {
      const location = new URL('../../src/runtime/safepoint.js', import.meta.url);
      const broken = await loadEdited<Protocol>(location, edits, breaks);
      assert.throws(
        () => {
          exploreCollection(broken, 2, false);
          exploreCollection(broken, 2, true);
        },
        (error: Error) => {
          t.diagnostic(error.message.split('\n')[0]!);
          return error instanceof Violation;
        },
      );
    });
  }
});
