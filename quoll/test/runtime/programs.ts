/** Runs whole programs, as a user would, in a process of their own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const register = new URL('../../src/load/register.js', import.meta.url).href;
/** The same as modules, as they are before the build joins them. */
const registerOfParts = new URL('../../src/load/register.parts.js', import.meta.url).href;

export interface Outcome {
  /** The lines that it printed. */
  lines: string[];
  errors: string;
  status: number | null;
}

export interface Options {
  workers?: number;
  /** MiB of the shared heap. */
  heap?: number;
  args?: readonly string[];
  /** Name of the file; the default is app.mjs. */
  name?: string;
  environment?: Readonly<Record<string, string>>;
  /** Whether it runs as it is, without this package. */
  plain?: boolean;
  /** Whether a module that is loaded before it replaces a part of the run time. */
  parts?: boolean;
  /** Where it is; the default is a folder of its own, which goes afterwards. The same text in the same place is rewritten once. */
  folder?: string | undefined;
  /** Further modules beside it, by name. */
  files?: Readonly<Record<string, string>>;
}

/** Runs a module with this text. */
export function runProgram(
  text: string,
  {
    workers = 3,
    heap,
    args = [],
    name = 'app.mjs',
    environment = {},
    plain = false,
    parts = false,
    folder: given,
    files = {},
  }: Options = {},
): Outcome {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'quoll-program-'));
  try {
    const file = join(folder, name);
    for (const [other, source] of Object.entries({ ...files, [name]: text })) {
      mkdirSync(dirname(join(folder, other)), { recursive: true });
      writeFileSync(join(folder, other), source);
    }
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...(plain ? [] : ['--import', parts ? registerOfParts : register]), file, ...args],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          QUOLL_WORKERS: String(workers),
          ...(heap !== undefined && { QUOLL_HEAP: String(heap) }),
          ...environment,
        },
        timeout: 600_000,
        maxBuffer: 2 ** 26,
      },
    );
    return { lines: stdout.split('\n').filter(line => line !== ''), errors: stderr, status };
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true });
  }
}

/** The lines of a program that must end well and print no error. */
export function linesOf(text: string, workers?: number): string[] {
  const { lines, errors, status } = runProgram(text, workers === undefined ? {} : { workers });
  assert.equal(errors, '');
  assert.equal(status, 0);
  return lines;
}
