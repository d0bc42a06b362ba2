// Runs quoll beside its peers, each program in a process of its own and all in turn in every round, checks that they agree, and
// prints tables in Markdown. Before each measured run the program runs for two seconds.
//
//     node main.mjs [--quick] [--figures=FILE] [PART…]
//
// `--quick` only checks the results; FILE gets the points of the figures; without a PART all are measured.
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  aborts,
  besideBusyProcesses,
  compare,
  isQuick,
  measuring,
  number,
  plain,
  quoll,
  run,
  table,
} from './running.mjs';
import { figure } from './scaling.mjs';

const ROUNDS = isQuick ? 1 : 5;
const options = process.argv.slice(2);
const file = options.find(option => option.startsWith('--figures='))?.slice('--figures='.length);
const keep = (...fields) => file && appendFileSync(file, `${fields.flat().join('\t')}\n`);
const race = (title, unit, programs, divide) => compare(title, unit, programs, { divide, rounds: ROUNDS });

const alone = (task, title) => () => {
  race(`${title}, 2 workers`, 'ms', {
    quoll: quoll(2, task),
    'worker_threads by hand': plain('by-hand', task),
    piscina: plain('piscina', task),
  });
  race(`${title}, 1 thread`, 'ms', { quoll: quoll(1, task), 'plain Node': plain('plain', task) });
};

const words = (size, title) => () => {
  race(`Word count, 4 MB, ${title}, 2 workers`, 'ms', {
    'quoll, eventual': quoll(2, 'words-eventual', size),
    'quoll, regular': quoll(2, 'words-regular', size),
    'workers with messages by hand': plain('by-hand', 'words', size),
    'plain Node, 1 thread': plain('plain', 'words', size),
  });
  const { runs, aborted } = aborts(quoll(2, 'words-regular', size));
  console.log(`\nRegular fields: ${aborted} aborted attempts in ${runs} runs.`);
};

const events = (task, count, title) =>
  race(
    `An event, or a task, that does nothing: ${title}, 2 workers`,
    'µs each',
    {
      quoll: quoll(2, task, count),
      piscina: plain('piscina', task, count),
      workerpool: plain('workerpool', task, count),
    },
    Number(count) / 1000,
  );

const transactions = isQuick ? 10_000 : 1_000_000;

const parts = {
  primes: alone('primes', 'Primes to 10⁶, nothing shared'),
  mandelbrot: alone('mandelbrot', 'Mandelbrot set, 1024²'),
  counter: () =>
    race('Primes to 10⁶ with a shared counter, 2 workers', 'ms', {
      'quoll, eventual': quoll(2, 'counter'),
      'Atomics by hand': plain('by-hand', 'counter'),
      'plain Node, 1 thread': plain('plain', 'counter'),
    }),
  'small-chunks': words('4096', 'small chunks (4 kB)'),
  'large-chunks': words('262144', 'large chunks (256 kB)'),
  'events-at-once': () => events('batched', '20000', 'at once'),
  events: () => events('single', '2000', 'one after the other'),
  'busy-events': () =>
    besideBusyProcesses(() =>
      events('single', '2000', 'one after the other, beside a busy process for each processor'),
    ),
  transaction: () =>
    race(
      'A transaction of 2 reads and 2 writes, through views, no conflicts',
      'ns',
      {
        'quoll, WebAssembly': plain('transaction', 'wasm', String(transactions)),
        'quoll, JavaScript twin': plain('transaction', 'twin', String(transactions)),
        'plain objects': plain('transaction', 'plain', String(transactions)),
      },
      transactions / 1e6,
    ),
  accesses: () =>
    table(
      'An access inside of one handler, after the first one',
      ['', 'ns', 'times a plain object'],
      run(measuring('accesses')).result.map(({ name, ns, times }) => [
        `\`${name}\``,
        number(ns),
        `${number(times)}×`,
      ]),
    ),
  rewriting: () => race('Rewriting a module, in a warm process', 'ms per kB', { quoll: plain('transform') }),
  memory: () =>
    race('Memory of 100,000 small objects with arrays', 'bytes each', {
      'shared heap, without views': plain('memory', 'shared'),
      'plain objects': plain('memory', 'plain'),
    }),
  figure5: () => figure(5, keep),
  figure6: () => figure(6, keep),
  figure7: () => figure(7, keep),
};

const wanted = options.filter(option => !option.startsWith('--'));
const unknown = wanted.find(name => !(name in parts));
if (unknown !== undefined) {
  console.error(`no part is named ${unknown}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
console.log(
  `Node ${process.version}, ${availableParallelism()} processors, ${ROUNDS} rounds: medians (least – greatest).`,
);
for (const [name, measure] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) measure();
