/** The protocol of contributions in all interleavings: each is accumulated exactly once, one at a time, and none is left. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as protocol from '../../src/events/contributions.js';
import { exploredSpace } from '../stm/explored-space.js';
import { explore, type Thread, Violation, type World } from '../stm/explorer.js';
import { type Edit, loadEdited } from '../stm/mutant.js';

type Protocol = Pick<typeof protocol, 'push' | 'drain'>;

const MOST_STATES = 60_000;

const QUEUE = 64;
const LOCK = QUEUE + 4;
const FIELD = 1024;
/** The first access of an accumulator, and the store that publishes. */
const contribution = (thread: number, i: number) => 256 + 64 * (4 * thread + i);

/** A realm that contributes `count` times; its accumulator adds 1 to a field, by a load and a store. */
function realm({ push, drain }: Protocol, thread: number, count: number): Thread<never> {
  return memory => {
    const space = exploredSpace(memory);
    for (let i = 0; i < count; i++) {
      push(space, QUEUE, contribution(thread, i));
      drain(space, QUEUE, () => {
        space.store(FIELD, space.load(FIELD) + 1);
        return true;
      });
    }
  };
}

function exploreRealms(how: Protocol, counts: number[]) {
  const expected = counts.reduce((a, b) => a + b);
  const check = (world: World): string | undefined => {
    if (world.get(FIELD) !== BigInt(expected))
      return `${world.get(FIELD)} of ${expected} contributions are in`;
    if (world.get(QUEUE) !== 0n) return 'a contribution was left';
    return world.get(LOCK) === 0n ? undefined : 'the lock was left';
  };
  return explore(
    counts.map((count, thread) => realm(how, thread, count)),
    [],
    check,
    MOST_STATES,
  );
}

describe('in every interleaving each contribution is accumulated exactly once', () => {
  for (const counts of [
    [1, 1],
    [2, 1],
    [1, 1, 1],
  ]) {
    test(`of ${counts.length} realms that contribute ${counts.join(', ')} times`, t => {
      const { states, isPartial } = exploreRealms(protocol, counts);
      t.diagnostic(`${states} states${isPartial ? ', not all' : ''}`);
    });
  }
});

describe('a broken rule shows in some interleaving', () => {
  const mutants: [breaks: string, edits: Edit[]][] = [
    ['E2: accumulates without the lock', [['if (cells.setPointer(queue + LOCK, 0, 1) !== 0)', 'if (false)']]],
    [
      'E3: takes the contributions by a load and a store',
      [['while (cells.setPointer(queue, head, 0) !== head)', 'cells.store(queue, 0); while (false)']],
    ],
    ['E5: does not look again', [['if (!isDone)\n            return false;', 'return isDone;']]],
  ];
  for (const [breaks, edits] of mutants) {
    test(breaks, async t => {
      const location = new URL('../../src/events/contributions.js', import.meta.url);
      const broken = await loadEdited<Protocol>(location, edits, breaks);
      assert.throws(
        () => exploreRealms(broken, [2, 1]),
        (error: Error) => {
          t.diagnostic(error.message.split('\n')[0]!);
          return error instanceof Violation;
        },
      );
    });
  }
});
