/**
 * Workers that die: their work is repeated or completed, or the program reports what is
 * lost; nothing is lost silently, and nothing happens twice.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Phase } from '../../src/runtime/records.js';
import { type Outcome, runProgram } from '../runtime/programs.js';
import { shareOf, turnOf } from '../runtime/sharing.js';

const preload = new URL('../runtime/killing.js', import.meta.url).href;
const WORKERS = 8;

/** Chains of events, more than fit into the ring of the queue. Prints the number of runs, the number of different steps that ran, and how many ran more than once. */
const chains = (count: number, length: number) => `
const w = { sum: 0, seen: new Map(), list: [] };
w.on('step', (chain, n) => {
  w.sum++;
  w.seen.set(chain + ':' + n, (w.seen.get(chain + ':' + n) ?? 0) + 1);
  if (n > 1) w.emit('step', chain, n - 1);
});
finish(() => { for (let chain = 0; chain < ${count}; chain++) w.emit('step', chain, ${length}); }).ondone(() => {
  console.log(w.sum, w.seen.size, [...w.seen.values()].filter(times => times !== 1).length);
});
`;
const [COUNT, LENGTH] = [1200, 2];
const RIGHT = `${COUNT * LENGTH} ${COUNT * LENGTH} 0`;

function runKilled(text: string, how: string): Outcome {
  const environment = { NODE_OPTIONS: `--import ${preload}`, QUOLL_KILL: how };
  return runProgram(text, { workers: WORKERS, environment });
}

function assertRight(outcome: Outcome): void {
  assert.deepEqual(outcome, { lines: [RIGHT], errors: '', status: 0 });
}

/** The program ends with the message that says what a worker did when it died, and that its effects are no longer known. */
function isReported({ status, errors }: Outcome): boolean {
  if (status !== 70) return false;
  assert.match(
    errors,
    /^quoll: a worker died.* while it (called what|started what|stored what).*; tasks may be lost, so the program ends/s,
  );
  return true;
}

/**
 * How many handlers have failed because two workers died while they ran them; nothing
 * else may be printed there.
 */
function failuresOf({ errors, status }: Outcome): number {
  assert.equal(status, 0, errors);
  const reports = errors.split(/^(?=quoll: )/m).filter(report => report !== '');
  for (const report of reports)
    assert.match(report, /^quoll: the handler of '\w+' failed: Error: two workers died while they ran it; /);
  return reports.length;
}

const PHASES = {
  Idle: Phase.Idle,
  Taking: Phase.Taking,
  Attempting: Phase.Attempting,
  Starving: Phase.Starving,
  Finishing: Phase.Finishing,
};

/** In each phase the first accesses, a worker each, and in which of the phases. */
const STEPS: Partial<Record<keyof typeof PHASES, readonly (readonly [first: number, nth: number])[]>> = {
  Idle: [[0, 3]],
  Taking: [
    [0, 20],
    [WORKERS, 3],
  ],
  Attempting: [
    [0, 3],
    [3 * WORKERS, 20],
  ],
  Finishing: [
    [0, 20],
    [WORKERS, 3],
    [2 * WORKERS, 3],
  ],
};

const KILLS = [
  ...Object.entries(STEPS).flatMap(([phase, steps]) =>
    steps.map(([first, nth]) => ['exit', phase as keyof typeof PHASES, nth, first] as const),
  ),
  ...(['Taking', 'Finishing'] as const).flatMap(phase =>
    [0, WORKERS].map(first => ['throw', phase, 3, first] as const),
  ),
];

describe('the program ends with the right result although each of its workers dies once', () => {
  for (const [how, phase, nth, first] of turnOf(KILLS)) {
    test(`by ${how}, in its ${nth}. phase ${phase}, at its accesses ${first} to ${first + WORKERS - 1}`, () => {
      assertRight(runKilled(chains(COUNT, LENGTH), `${how} ${PHASES[phase]} ${nth} ${first}`));
    });
  }
});

describe('workers that die while they wait for memory lose no handler, and do none twice', () => {
  const text = `
  const w = { kept: [], runs: [] };
  w.on('fill', i => {
    w.kept[i % 3] = Array.from({ length: 2000 }, (_, j) => ({ i, j }));
    w.runs[i] = (w.runs[i] ?? 0) + 1;
  });
  for (let i = 0; i < 24; i++) w.emit('fill', i);
  w.waitall('fill', () => console.log(w.runs.length, w.runs.every(n => n === 1), w.kept.map(made => made.length).join()));`;
  for (const first of turnOf([0, 1, 2]))
    test(`at their accesses from ${first} on`, () => {
      const environment = {
        NODE_OPTIONS: `--import ${preload}`,
        QUOLL_KILL: `exit ${Phase.Starving} 1 ${first}`,
      };
      const outcome = runProgram(text, { workers: 3, heap: 4, environment });
      // Workers wait for memory only so close to the limit that the program may pass it, also if none dies.
      if (outcome.status === 70) assert.match(outcome.errors, /^quoll: the shared heap is full: /);
      else assert.deepEqual(outcome, { lines: ['24 true 2000,2000,2000'], errors: '', status: 0 });
    });
});

test('a worker that runs out of its own memory is replaced; a handler of which two workers die fails', () => {
  const limit =
    "data:text/javascript,import threads from 'node:worker_threads'; import { syncBuiltinESMExports } from 'node:module'; const { Worker } = threads; threads.Worker = class extends Worker { constructor(url, options) { super(url, { ...options, resourceLimits: { maxOldGenerationSizeMb: 40 } }); } }; syncBuiltinESMExports();";
  const text = `
  const w = { n: 0 };
  w.on('add', () => { w.n++; });
  w.on('grow', () => { let list = null; for (;;) list = { list }; });
  finish(() => {
    for (let i = 0; i < 20; i++) w.emit('add');
    w.emit('grow');
  }).ondone(() => console.log(w.n));`;
  const environment = { NODE_OPTIONS: `--import "${limit}"` };
  const run = () => runProgram(text, { workers: 2, environment });
  let outcome = run();
  // The engine ends the whole process if a collection of the worker's heap lasts until the heap is full again.
  for (let i = 0; i < 4 && outcome.errors.includes('FATAL ERROR: Reached heap limit'); i++) outcome = run();
  assert.deepEqual(outcome.lines, ['20'], outcome.errors);
  assert.equal(failuresOf(outcome), 1);
});

describe('workers that die while they wait for bytes of the main thread lose none', () => {
  const text = `
  import { finish, spawn } from '@hocket/quoll';
  const w = { all: [], sum: 0 };
  w.on('read', i => { w.sum += w.all[i][0] + w.all[i][1]; });
  for (let round = 1; round <= 3; round++) {
    const made = [];
    for (let i = 0; i < 20; i++) made.push(await spawn(i => new Uint8Array(2).fill(i), i));
    for (const bytes of made) bytes[1] = round;
    w.all = made;
    await finish(() => { for (let i = 0; i < 20; i++) w.emit('read', i); });
    console.log(w.sum);
  }`;
  for (const nth of turnOf([1, 2, 3]))
    test(`for the ${nth}. time or later`, () => {
      const outcome = runKilled(text, `wanting ${nth} 0`);
      assert.deepEqual(outcome, { lines: ['210', '440', '690'], errors: '', status: 0 });
    });
});

/** Each step that has run did so once; `mostLost` steps have not, because a handler before them has failed. */
function assertOnce(outcome: Outcome, mostLost: number): void {
  const [sum, seen, wrong] = (outcome.lines[0] ?? '').split(' ').map(Number);
  assert.equal(wrong, 0, outcome.errors);
  assert.equal(sum, seen);
  assert.ok(sum! >= COUNT * LENGTH - mostLost, `${sum}\n${outcome.errors}`);
}

test('an exception of the run time in a handler is its failure, or the program reports what is lost', () => {
  const outcome = runKilled(chains(COUNT, LENGTH), `throw ${Phase.Attempting} 3 20`);
  if (isReported(outcome)) return;
  // A chain that fails is not continued.
  assertOnce(outcome, LENGTH * WORKERS);
});

const [LARGE, ADDS] = [4000, 60];
const large = `
const w = { sums: Array.from({ length: ${LARGE} }, () => 0) };
w.on('add', () => { for (let i = 0; i < ${LARGE}; i++) w.sums[i] += 1; });
for (let i = 0; i < ${ADDS}; i++) w.emit('add');
w.waitall('add', () => console.log(w.sums[0], w.sums.every(sum => sum === w.sums[0])));
`;

describe('workers that die at any time', () => {
  const base = Number(process.env['QUOLL_SEED'] ?? 1);
  for (let i = 1; i <= shareOf(2); i++) {
    const seed = base + i;
    test(`${24 * i} of them in handlers that emit, seed ${seed}`, () => {
      const outcome = runKilled(chains(COUNT, LENGTH), `random ${24 * i} ${seed}`);
      if (!isReported(outcome)) assertOnce(outcome, LENGTH * failuresOf(outcome));
    });
    test(`${12 * i} of them in commits of ${LARGE} fields, seed ${seed}`, () => {
      const outcome = runKilled(large, `random ${12 * i} ${seed}`);
      if (!isReported(outcome)) assert.deepEqual(outcome.lines, [`${ADDS - failuresOf(outcome)} true`]);
    });
  }
});

test('the program ends with the reason if no worker can start, and goes on if one can', () => {
  const text = `const w = { n: 0 }; w.on('e', () => { w.n++; }); for (let i = 0; i < 50; i++) w.emit('e'); w.waitall('e', () => console.log(w.n));`;
  const failing = (when: string) =>
    `data:text/javascript,import { isMainThread, workerData } from 'node:worker_threads'; if (!isMainThread && ${when}) throw new Error('not here');`;
  const run = (when: string) =>
    runProgram(text, { workers: 3, environment: { NODE_OPTIONS: `--import "${failing(when)}"` } });
  const { errors, status, lines } = run('true');
  assert.equal(errors, 'quoll: no worker can start: not here\n');
  assert.equal(status, 70);
  assert.deepEqual(lines, []);
  assert.deepEqual(run('workerData.id < 4'), { lines: ['50'], errors: '', status: 0 });
});

/** What dies while it does something whose effects are no longer known: the program, how it is killed, and what it reports. */
const EFFECTS: readonly (readonly [
  when: string,
  program: string,
  how: readonly string[],
  message: RegExp,
])[] = [
  [
    'while a worker hands over what its handlers have contributed',
    `import { sum } from '@hocket/quoll';
     const w = { total: 0 };
     w.markEventual('total', sum);
     w.on('add', n => { w.total += n; });
     for (let n = 0; n < 200; n++) w.emit('add', n);
     w.waitall('add', () => console.log(w.total));`,
    ['handing 1 0'],
    /while it handed over what its handlers have contributed: the handler of 'add'/,
  ],
  [
    'while a worker calls what waits for a finish that has just ended',
    `const w = { n: 0 };
     finish(() => { for (let i = 0; i < 5; i++) async(() => { w.n++; }); }).ondone(() => console.log(w.n));`,
    ['completing 0', 'completing 3'],
    /while it called what waits for a finish: the task \(anonymous\) of async/,
  ],
  [
    'after the commit of a handler that returns a promise',
    `const w = { n: 0 };
     w.on('later', () => Promise.resolve(1).then(() => { w.n++; }));
     for (let n = 0; n < 20; n++) w.emit('later');
     w.waitall('later', () => console.log(w.n));`,
    [`exit ${Phase.Finishing} 3 0`],
    /while it started what its handler has emitted: the handler of 'later'/,
  ],
];

describe('a death with effects that cannot be completed ends the program with exit code 70, and names the handler', () => {
  for (const [when, program, ways, message] of turnOf(EFFECTS)) {
    test(when, () => {
      for (const how of ways) {
        const environment = { NODE_OPTIONS: `--import ${preload}`, QUOLL_KILL: how };
        const { errors, status } = runProgram(program, { workers: 1, environment });
        assert.match(errors, message);
        assert.match(errors, /; tasks may be lost, so the program ends/);
        assert.equal(status, 70);
      }
    });
  }
});
