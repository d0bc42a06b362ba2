/**
 * `quoll demo`: runs one program on one thread and on an increasing number of workers, and prints a table.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../demo/primes.mjs', import.meta.url));
const command = fileURLToPath(new URL('main.js', import.meta.url));
const LIMIT = 1_500_000;

interface Result {
  readonly primes: number;
  readonly ms: number;
}

/** Prints the program and the table, for the primes below a limit; returns the exit code. */
export function demo(given: string | undefined): number {
  const limit = Number(given ?? LIMIT);
  console.log(readFileSync(program, 'utf8'));
  const counts = [...new Set([1, 2, availableParallelism()])].sort((a, b) => a - b);
  const ways = [
    ['--sequential'],
    ...counts.filter(n => n <= availableParallelism()).map(n => ['--workers', String(n)]),
  ];
  console.log(`primes below ${limit}, on ${availableParallelism()} processors:\n`);
  console.log(row('quoll …', 'primes', 'seconds', 'speed-up'));
  let first: Result | undefined;
  for (const options of ways) {
    const result = run(options, limit);
    first ??= result;
    console.log(
      row(
        options.join(' '),
        String(result.primes),
        (result.ms / 1000).toFixed(2),
        (first.ms / result.ms).toFixed(2),
      ),
    );
    if (result.primes !== first.primes) return 1;
  }
  console.log(`\nquoll --stats ${program} ${limit} shows what its handlers did.`);
  return 0;
}

function run(options: readonly string[], limit: number): Result {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [command, ...options, program, String(limit)],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`the program failed with exit code ${status}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}

function row(way: string, ...cells: string[]): string {
  return way.padEnd(16) + cells.map(cell => cell.padStart(10)).join('');
}
