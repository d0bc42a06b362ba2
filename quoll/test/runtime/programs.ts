/** Runs whole programs, as a user would, in a process of their own. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseFolder, loadsFor, rewritten, usesApi } from '../../src/load/cache.js';
import { isForeign } from '../../src/load/rules.js';

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

const LIMIT_MS = 600_000;

/** Runs a module with this text. */
export function runProgram(text: string, options: Options = {}): Outcome {
  return inFolder(text, options, (args, env) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env,
      timeout: LIMIT_MS,
      maxBuffer: 2 ** 26,
    });
    return { lines: stdout.split('\n').filter(line => line !== ''), errors: stderr, status };
  });
}

/** Runs a module with this text, and ends it when what it printed as errors matches; returns that. */
export async function errorsUntil(pattern: RegExp, text: string, options: Options = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quoll-program-'));
  try {
    return await inFolder(text, { ...options, folder }, (args, env) => errorsOf(args, env, pattern));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function errorsOf(args: readonly string[], env: NodeJS.ProcessEnv, pattern: RegExp): Promise<string> {
  const program = spawn(process.execPath, args, {
    env,
    timeout: LIMIT_MS,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  program.stderr.setEncoding('utf8').on('data', (more: string) => {
    errors += more;
    if (pattern.test(errors)) program.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    program.on('error', reject).on('close', () => resolve(errors));
  });
}

/** Writes the module, and runs it with arguments and an environment of Node's. */
function inFolder<T>(
  text: string,
  {
    workers = 2,
    heap,
    args = [],
    name = 'app.mjs',
    environment = {},
    plain = false,
    parts = false,
    folder: given,
    files = {},
  }: Options,
  run: (args: readonly string[], env: NodeJS.ProcessEnv) => T,
): T {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'quoll-program-'));
  try {
    const file = join(folder, name);
    const isAlone = environment['QUOLL_SEQUENTIAL'] === '1';
    for (const [other, source] of Object.entries({ ...files, [name]: text })) {
      mkdirSync(dirname(join(folder, other)), { recursive: true });
      writeFileSync(join(folder, other), source);
      if (!plain) rewriteAhead(join(folder, other), source, isAlone);
    }
    return run([...(plain ? [] : ['--import', parts ? registerOfParts : register]), file, ...args], {
      ...process.env,
      QUOLL_WORKERS: String(workers),
      ...(heap !== undefined && { QUOLL_HEAP: String(heap) }),
      ...environment,
    });
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true });
  }
}

chooseFolder();

/**
 * Puts a module of the program into the cache of rewritten ones. The engine has optimised the transform of this process, while that of a new one takes
 * several times as long. Tests of the command, the examples and the installed package start programs that are not in the cache.
 */
function rewriteAhead(file: string, source: string, isAlone: boolean): void {
  const [, kind] = /\.([mc])js$/.exec(file) ?? [];
  if (kind === undefined || file.includes('node_modules')) return;
  const module = {
    url: pathToFileURL(file).href,
    format: kind === 'm' ? ('module' as const) : ('commonjs' as const),
  };
  loadsFor({ isAlone });
  try {
    usesApi(source, module);
    rewritten(source, { ...module, isForeign });
  } catch {
    // The program says so.
  }
}

/** The lines of a program that must end well and print no error. */
export function linesOf(text: string, workers?: number): string[] {
  const { lines, errors, status } = runProgram(text, workers === undefined ? {} : { workers });
  assert.equal(errors, '');
  assert.equal(status, 0);
  return lines;
}
