/** How workers wait for tasks, in all interleavings: each task is taken once, and no worker sleeps while there is one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WAKE } from '../../src/protocol/control.js';
import type { Space } from '../../src/heap/space.js';
import * as protocol from '../../src/runtime/waiting.js';
import { exploredSpace } from '../stm/explored-space.js';
import {
  explore,
  type ExploredMemory,
  type Thread,
  Violation,
  type Wakes,
  type World,
} from '../stm/explorer.js';
import { type Edit, loadEdited } from '../stm/mutant.js';

type Protocol = Pick<typeof protocol, 'Waiting'>;

const MOST_STATES = 30_000;

/** How many tasks are in the queue, and how many have been done. */
const QUEUE = 4096;
const DONE = 4104;

function waitingOf({ Waiting }: Protocol, memory: ExploredMemory) {
  const space = exploredSpace(memory);
  const take = (): number => {
    while (true) {
      const count = space.count(QUEUE);
      if (count === 0) return 0;
      if (space.setPointer(QUEUE, count, count - 1) === count) return count;
    }
  };
  const queue = {
    get isEmpty() {
      return space.count(QUEUE) === 0;
    },
    take,
  };
  return { space, waiting: new Waiting(space as Space, queue) };
}

/** Does tasks until all are done, as WorkerRealm does; the last one wakes the others to end. */
function worker(how: Protocol, id: number, tasks: number): Thread<never> {
  return memory => {
    const { space, waiting } = waitingOf(how, memory);
    const isOver = () => space.count(DONE) === tasks;
    while (!isOver()) {
      const task = waiting.spin(id, () => true) || waiting.sleep(isOver, meanwhile => meanwhile());
      if (task === 0 || space.add(DONE, 1) < tasks) continue;
      space.add(WAKE, 1);
      space.notify(WAKE);
    }
  };
}

/** Enqueues tasks one at a time. */
function producer(how: Protocol, tasks: number): Thread<never> {
  return memory => {
    const { space, waiting } = waitingOf(how, memory);
    for (let i = 0; i < tasks; i++) {
      space.add(QUEUE, 1);
      waiting.wake(1);
    }
  };
}

function exploreTasks(how: Protocol, workers: number, tasks: number, wakes: Wakes) {
  const threads = Array.from({ length: workers }, (_, i) => worker(how, i + 2, tasks));
  const check = (world: World) =>
    world.get(DONE) === BigInt(tasks) ? undefined : `${world.get(DONE)} of ${tasks} tasks were done`;
  return explore([...threads, producer(how, tasks)], [], check, MOST_STATES, wakes);
}

describe('in every interleaving all tasks are done', () => {
  for (const [workers, tasks] of [
    [1, 2],
    [2, 1],
    [2, 2],
    [3, 2],
  ] as const) {
    test(`${tasks} tasks, ${workers} workers`, t => {
      t.diagnostic(`${exploreTasks(protocol, workers, tasks, 'notified').states} states`);
    });
  }
});

describe('a broken rule shows in some interleaving', () => {
  const mutants: [breaks: string, edits: Edit[]][] = [
    ['W1: nobody is notified', [['this.space.notify(WAKE, missing);', ';']]],
    ['W1: WAKE does not change', [['this.space.add(WAKE, 1);', ';']]],
    [
      'W3: a worker does not look into the queue before it sleeps',
      [['const task = this.queue.take();', 'const task = 0;']],
    ],
    [
      'W3: a worker reads WAKE after it has looked',
      [['space.wait(WAKE, round)', 'space.wait(WAKE, space.count(WAKE))']],
    ],
  ];
  for (const [breaks, edits] of mutants) {
    test(breaks, async t => {
      const location = new URL('../../src/runtime/waiting.js', import.meta.url);
      const broken = await loadEdited<Protocol>(location, edits, breaks);
      assert.throws(
        () => {
          exploreTasks(broken, 1, 2, 'notified');
          exploreTasks(broken, 2, 2, 'notified');
        },
        (error: Error) => {
          t.diagnostic(error.message.split('\n')[0]!);
          return error instanceof Violation;
        },
      );
    });
  }
});
