// Starts programs, each in a process of its own, and compares their times.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `--quick` only checks the results. */
export const isQuick = process.argv.includes('--quick');
const here = fileURLToPath(new URL('.', import.meta.url));
const command = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const cache = mkdtempSync(join(tmpdir(), 'quoll-bench-'));
process.on('exit', () => rmSync(cache, { recursive: true }));

const path = name => join(here, 'programs', `${name}.mjs`);
/** The command line of a program, for Node alone, and for quoll. */
export const plain = (name, ...args) => ['--expose-gc', path(name), ...args];
export const quoll = (workers, ...args) => [command, '--workers', String(workers), path('quoll'), ...args];
export const measuring = name => [command, '--workers', '1', path(name)];

export function run(args, environment = {}) {
  const { stdout, stderr, status, error } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, QUOLL_CACHE: cache, ...(isQuick && { QUICK: '1' }), ...environment },
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed with ${status}: ${error ?? stderr}`);
  return { ...JSON.parse(stdout), stderr };
}

/** Runs a program of quoll with `--stats`; returns how often handlers ran, and attempts were aborted. */
export function aborts(args) {
  const { stderr } = run(args, { QUOLL_STATS: '1' });
  const [runs, , aborted] = /^ *(\d+) +(\d+) +(\d+) .*  all$/m.exec(stderr).slice(1).map(Number);
  return { runs, aborted };
}

/** Does `f` while every processor has another process to run. */
export function besideBusyProcesses(f) {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'while (true);'], { stdio: 'ignore' }),
  );
  try {
    f();
  } finally {
    for (const process of busy) process.kill('SIGKILL');
  }
}

export const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];
export const number = value =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** Runs all programs in turn in every round, checks that they agree, and returns their times in milliseconds. */
export function timesOf(title, programs, rounds) {
  const names = Object.keys(programs);
  const times = Object.fromEntries(names.map(name => [name, []]));
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`${title}: round ${round + 1} of ${rounds}\n`);
    const results = new Set();
    for (const name of names) {
      const { args, environment } = Array.isArray(programs[name]) ? { args: programs[name] } : programs[name];
      const { ms, result } = run(args, environment);
      times[name].push(ms);
      results.add(result);
    }
    if (results.size > 1) throw new Error(`${title}: the results differ: ${[...results].join(', ')}`);
  }
  return times;
}

export function table(title, head, rows) {
  console.log(`\n## ${title}\n\n| ${head.join(' | ')} |\n| --- |${' ---: |'.repeat(head.length - 1)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

/** Prints a table of the programs' medians and of the ratio to the first one, in the same round: its median, least and greatest. */
export function compare(title, unit, programs, { divide = 1, rounds }) {
  const times = timesOf(title, programs, rounds);
  const [first, ...others] = Object.keys(programs);
  const row = name => [name, number(median(times[name]) / divide)];
  const spread = name => {
    const ratios = times[first].map((time, i) => time / times[name][i]);
    return `${number(median(ratios))}× (${number(Math.min(...ratios))} – ${number(Math.max(...ratios))})`;
  };
  table(
    title,
    ['', unit, 'time of quoll / time of this'],
    [[...row(first), ''], ...others.map(name => [...row(name), spread(name)])],
  );
}
