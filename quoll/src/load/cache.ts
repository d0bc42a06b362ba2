/** Rewritten modules on disk, so that a program starts fast the second time and all threads find the same text. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModuleRecord, Refusal } from '../contract/contract.js';
import { transform, type TransformOptions } from '../transform/index.js';

/** The cached form of a rewritten module. */
export interface Cached {
  /** Its text, with its source map. */
  readonly code: string;
  readonly record: ModuleRecord;
  readonly refusals: readonly Refusal[];
}

/** A folder for each version of the transform, so that no module rewritten by an older version is used. */
let version: string | undefined;

function versionOfTransform(): string {
  const own = new URL('../transform/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of readdirSync(own).sort())
    if (file.endsWith('.js')) hash.update(readFileSync(new URL(file, own)));
  // It names the versions of the parser and its like.
  hash.update(readFileSync(new URL('../../../package.json', import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

/** `QUOLL_CACHE` names another folder. */
function folder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return join(process.env['QUOLL_CACHE'] ?? join(base, 'hocket-quoll'), (version ??= versionOfTransform()));
}

function pathOf(hash: string): string {
  return join(folder(), `${hash}.json`);
}

/** The hash that names the rewritten form of a module. */
function hashOf(source: string, { url, format }: Pick<TransformOptions, 'url' | 'format'>): string {
  return createHash('sha256').update([url, format, source].join('\0')).digest('hex').slice(0, 16);
}

/** Modules that this thread has rewritten or read. */
const known = new Map<string, Cached>();

/** The rewritten form of a module. Throws acorn's `SyntaxError` if `source` is not JavaScript. */
export function rewritten(source: string, options: Omit<TransformOptions, 'hash'>): Cached {
  const hash = hashOf(source, options);
  const found = cached(hash);
  if (found) return found;
  const { code, map, record, refusals } = transform(source, { ...options, hash });
  const data = Buffer.from(map).toString('base64');
  const made = {
    code: `${code}\n//# sourceMappingURL=data:application/json;base64,${data}\n`,
    record,
    refusals,
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
    mkdirSync(folder(), { recursive: true });
    writeFileSync(own, JSON.stringify(made));
    renameSync(own, pathOf(hash));
  } catch (error) {
    if (!process.env['QUOLL_CACHE']) process.env['QUOLL_CACHE'] = join(tmpdir(), 'hocket-quoll');
    else throw error;
    keep(hash, made);
  }
}
