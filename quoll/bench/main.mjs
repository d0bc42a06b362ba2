// Runs quoll beside its peers, each program in a process of its own and all in turn in every round, checks that they agree, and
// prints tables in Markdown. A run counts when the program has run for two seconds before. `--quick` only checks the results.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 1 : 5;
const here = fileURLToPath(new URL('.', import.meta.url));
const command = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const cache = mkdtempSync(join(tmpdir(), 'quoll-bench-'));
process.on('exit', () => rmSync(cache, { recursive: true }));

const program = name => join(here, 'programs', `${name}.mjs`);
const plain = (name, ...args) => ['--expose-gc', program(name), ...args];
const quoll = (workers, ...args) => [command, '--workers', String(workers), program('quoll'), ...args];

function run(args, environment = {}) {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, QUOLL_CACHE: cache, ...(isQuick && { QUICK: '1' }), ...environment },
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed with ${status}: ${error ?? stderr}`);
  return { ...JSON.parse(stdout), stderr };
}

const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];
const number = value => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/**
 * Prints a table of the peers' medians and of the ratio to the first one, in the same round: its median, least and greatest.
 * `goal` is what the ratio of times must at most be.
 */
function compare(title, unit, peers, divide = 1) {
  const names = Object.keys(peers);
  const times = Object.fromEntries(names.map(name => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`${title}: round ${round + 1} of ${ROUNDS}\n`);
    const results = new Set();
    for (const name of names) {
      const { ms, result } = run(peers[name]);
      times[name].push(ms / divide);
      results.add(result);
    }
    if (results.size > 1) throw new Error(`${title}: the results differ: ${[...results].join(', ')}`);
  }
  console.log(`\n### ${title}\n\n| | ${unit} | time of quoll / time of this |\n| --- | ---: | ---: |`);
  for (const name of names) {
    const ratios = times[names[0]].map((time, i) => time / times[name][i]);
    const spread = `${number(median(ratios))}× (${number(Math.min(...ratios))} – ${number(Math.max(...ratios))})`;
    console.log(`| ${name} | ${number(median(times[name]))} | ${name === names[0] ? '' : spread} |`);
  }
  return times;
}

console.log(
  `Node ${process.version}, ${availableParallelism()} processors, ${ROUNDS} rounds: medians (least – greatest).`,
);

for (const [task, title] of [
  ['primes', 'Primes to 10⁶, nothing shared'],
  ['mandelbrot', 'Mandelbrot set, 1024²'],
]) {
  compare(`${title}, 2 workers`, 'ms', {
    quoll: quoll(2, task),
    'worker_threads by hand': plain('by-hand', task),
    piscina: plain('piscina', task),
  });
  compare(`${title}, 1 thread`, 'ms', { quoll: quoll(1, task), 'plain Node': plain('plain', task) });
}
compare('Primes to 10⁶ with a shared counter, 2 workers', 'ms', {
  'quoll, eventual': quoll(2, 'counter'),
  'Atomics by hand': plain('by-hand', 'counter'),
  'plain Node, 1 thread': plain('plain', 'counter'),
});
for (const [size, title] of [
  ['4096', 'small chunks (4 kB)'],
  ['262144', 'large chunks (256 kB)'],
]) {
  compare(`Word count, 4 MB, ${title}, 2 workers`, 'ms', {
    'quoll, eventual': quoll(2, 'words-eventual', size),
    'quoll, regular': quoll(2, 'words-regular', size),
    'workers with messages by hand': plain('by-hand', 'words', size),
    'plain Node, 1 thread': plain('plain', 'words', size),
  });
  const { stderr } = run(quoll(2, 'words-regular', size), { QUOLL_STATS: '1' });
  const [runs, , aborts] = /^ *(\d+) +(\d+) +(\d+) .*  all$/m.exec(stderr).slice(1).map(Number);
  console.log(`\nRegular fields: ${aborts} aborted attempts in ${runs} runs.`);
}
for (const [task, title, count] of [
  ['batched', 'at once', '20000'],
  ['single', 'one after the other', '2000'],
]) {
  compare(
    `An event, or a task, that does nothing: ${title}, 2 workers`,
    'µs each',
    {
      quoll: quoll(2, task, count),
      piscina: plain('piscina', task, count),
      workerpool: plain('workerpool', task, count),
    },
    Number(count) / 1000,
  );
}
const rounds = isQuick ? 10_000 : 1_000_000;
compare(
  'A transaction of 2 reads and 2 writes, through views, no conflicts',
  'ns',
  {
    'quoll, WebAssembly': plain('transaction', 'wasm', String(rounds)),
    'quoll, JavaScript twin': plain('transaction', 'twin', String(rounds)),
    'plain objects': plain('transaction', 'plain', String(rounds)),
  },
  rounds / 1e6,
);
console.log(
  '\n### An access inside of one handler, after the first one\n\n| | ns | times a plain object |\n| --- | ---: | ---: |',
);
for (const { name, ns, times } of run([command, '--workers', '1', program('accesses')]).result)
  console.log(`| \`${name}\` | ${number(ns)} | ${number(times)}× |`);
compare('Rewriting a module, in a warm process', 'ms per kB', { quoll: plain('transform') });
compare('Memory of 100,000 small objects with arrays', 'bytes each', {
  'shared heap, without views': plain('memory', 'shared'),
  'plain objects': plain('memory', 'plain'),
});
