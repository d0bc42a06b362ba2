/** Rewritten modules on disk, so that a program starts fast the second time and all threads find the same text. */
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import type { ModuleRecord, Refusal } from '../contract/contract.js';
import { mentionsApi } from '../transform/mentions.js';
import type * as transforming from '../transform/index.js';
import type { TransformOptions } from '../transform/index.js';
import type * as using from '../transform/uses.js';

/** The cached form of a rewritten module. */
export interface Cached {
  /** Its text, with its source map. */
  readonly code: string;
  readonly record: ModuleRecord;
  readonly refusals: readonly Refusal[];
  /** Whether the module is rewritten because it uses the API, regardless of the modules that import it. */
  readonly usesApi?: boolean | undefined;
}

/** The transform and its parser are loaded for the first module that is not cached, because that takes longer than the rest of a start. */
const require = createRequire(import.meta.url);
const transformation = () => require('../transform/index.js') as typeof transforming;
const uses = () => require('../transform/uses.js') as typeof using;
/** Also later, because on Node 20 the main thread rarely needs it. */
const hashing = () => require('node:crypto') as typeof import('node:crypto');

/** A folder for each version of the transform, which the build has written, so that no module rewritten by an older version is used. */
let version: string | undefined;

function versionOfTransform(): string {
  return readFileSync(new URL('../transform/version', import.meta.url), 'utf8');
}

/**
 * Decides in which folder this process and its threads keep rewritten modules: the one that `QUOLL_CACHE` names, or the user's. The folder
 * contains code that will run, so no other user may write there; if there is no safe folder, the process uses a temporary one until it
 * ends.
 */
export function chooseFolder(): void {
  const named = process.env['QUOLL_CACHE'];
  if (named !== undefined && isOurs(named)) return;
  const own = named === undefined ? usersFolder() : undefined;
  if (own !== undefined && isOurs(own)) return void (process.env['QUOLL_CACHE'] = own);
  const made = temporaryFolder(named ?? own);
  process.env['QUOLL_CACHE'] = made;
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
}

function temporaryFolder(other: string | undefined): string {
  try {
    return mkdtempSync(join(tmpdir(), 'hocket-quoll-'));
  } catch (error) {
    console.error(
      `quoll: no folder can keep the rewritten modules, neither ${other ?? "the user's"} nor ${tmpdir()} (${(error as Error).message}): ` +
        'let QUOLL_CACHE name a folder of yours in which no other user may write',
    );
    process.exit(2);
  }
}

function usersFolder(): string | undefined {
  try {
    return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hocket-quoll');
  } catch {
    return undefined; // The user has no home folder.
  }
}

/** Whether a folder, created if necessary, belongs to this user and no other user may write in it. */
function isOurs(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
    const { uid, mode } = statSync(path);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

function folder(): string {
  return join(process.env['QUOLL_CACHE']!, (version ??= versionOfTransform()));
}

function pathOf(hash: string): string {
  return join(folder(), `${hash}.json`);
}

/** Whether this thread's program runs on one thread: the user wants it, the engine has no WebAssembly, or a program has started the thread. */
export let isAlone =
  process.env['QUOLL_SEQUENTIAL'] === '1' || typeof WebAssembly !== 'object' || !isMainThread;

/** Called in the thread in which Node 20 loads modules for another one. */
export function loadsFor(program: { readonly isAlone: boolean }): void {
  ({ isAlone } = program);
}

/** The hash that names the rewritten form of a module. */
function hashOf(source: string, { url, format }: Pick<TransformOptions, 'url' | 'format'>): string {
  const texts = [url, format, source, ...(isAlone ? ['on one thread'] : [])];
  return hashing().createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);
}

/** Modules that this thread has rewritten or read. */
const known = new Map<string, Cached>();

/** The modules of this thread that use the API. */
const users = new Set<string>();

/** Whether a module uses the API. */
export function usesApi(source: string, options: Pick<TransformOptions, 'url' | 'format'>): boolean {
  // Most modules of other programs end here, without loading the parser.
  if (!mentionsApi(source)) return false;
  const hash = hashOf(source, options);
  if (cached(hash)?.usesApi) return true;
  const answer = uses().usesApi(source, options.format);
  if (answer) users.add(hash);
  return answer;
}

/** Whether a text is JavaScript of a format. */
export function parses(source: string, format: TransformOptions['format']): boolean {
  try {
    uses().usesApi(source, format);
    return true;
  } catch {
    return false;
  }
}

/** The rewritten form of a module. Throws acorn's `SyntaxError` if `source` is not JavaScript. */
export function rewritten(source: string, options: Omit<TransformOptions, 'hash' | 'isAlone'>): Cached {
  const hash = hashOf(source, options);
  const found = cached(hash);
  if (found) return found;
  const { code, map, record, refusals } = transformation().transform(source, { ...options, hash, isAlone });
  const data = Buffer.from(map).toString('base64');
  const made = {
    code: `${code}\n//# sourceMappingURL=data:application/json;base64,${data}\n`,
    record,
    refusals,
    usesApi: users.has(hash),
  };
  known.set(hash, made);
  keep(hash, made);
  return made;
}

/** The module with this hash, if some thread has rewritten it. */
export function cached(hash: string): Cached | undefined {
  const found = known.get(hash);
  if (found) return found;
  try {
    const read = JSON.parse(readFileSync(pathOf(hash), 'utf8')) as Cached;
    known.set(hash, read);
    return read;
  } catch {
    return undefined;
  }
}

/** Writes the file in one step, so that no other process reads a part of it. */
function keep(hash: string, made: Cached): void {
  const own = join(folder(), `${hash}.${process.pid}.tmp`);
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(own, JSON.stringify(made));
    renameSync(own, pathOf(hash));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`quoll cannot keep a rewritten module: ${why}; set QUOLL_CACHE to a folder of yours`);
  }
}
