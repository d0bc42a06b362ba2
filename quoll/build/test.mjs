/**
 * Runs all tests, or those whose path contains one of the arguments. Node 20's runner does not
 * support globs.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../dist/test/', import.meta.url));
const wanted = process.argv.slice(2);
// A limit for hangs only: a file may take minutes on a busy machine, and the soak takes as long
// as requested.
const timeout = 1_800_000 + 1000 * Number(process.env.QUOLL_SOAK ?? 0);
const files = readdirSync(root, { recursive: true })
  .filter(file => file.endsWith('.test.js'))
  .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))
  .map(file => root + file)
  .sort();
// More files at a time than processors, up to three: most tests use one thread, and wait for programs to start and end.
const concurrency = Math.min(3, availableParallelism() + 1);
if (files.length === 0) {
  console.error(`no test file matches ${wanted.join(', ') || root}`);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [
    '--enable-source-maps',
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${timeout}`,
    '--test-reporter=spec',
    ...files,
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
