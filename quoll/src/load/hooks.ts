/**
 * Node's module hooks. `loadSync` and `resolveSync` serve `registerHooks`, in the thread of the program; `load` and
 * `resolve` serve `register` on Node 20, in a thread of their own. Both rewrite the same modules.
 */
import { readFileSync } from 'node:fs';
import { type LoadFnOutput, type LoadHook, type ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Format } from '../transform/index.js';
import { rewritten } from './cache.js';
import { isForeign, isImported, noteImport, ownModule, wanted } from './rules.js';

type ResolveContext = Parameters<ResolveHook>[1];
type LoadContext = Parameters<LoadHook>[1];
type Resolved = Awaited<ReturnType<ResolveHook>>;

export const resolve: ResolveHook = async (specifier, context, next) =>
  ownResolved(specifier) ?? noted(context, await next(specifier, context));

/** Leaves CommonJS to `require.ts`, except for what only this thread knows to be imported by a rewritten module. */
export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context);
  return loaded.format === 'commonjs' && !isImported(url) ? loaded : rewrite(url, loaded);
};

export function resolveSync(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context: ResolveContext) => Resolved,
): Resolved {
  return ownResolved(specifier) ?? noted(context, next(specifier, context));
}

export function loadSync(
  url: string,
  context: LoadContext,
  next: (url: string, context: LoadContext) => LoadFnOutput,
): LoadFnOutput {
  return rewrite(url, next(url, context));
}

function ownResolved(specifier: string): Resolved | undefined {
  const url = ownModule(specifier);
  return url === undefined ? undefined : { url, format: 'module', shortCircuit: true };
}

function noted({ parentURL }: ResolveContext, resolved: Resolved): Resolved {
  noteImport(resolved.url, parentURL);
  return resolved;
}

function rewrite(url: string, loaded: LoadFnOutput): LoadFnOutput {
  const format = loaded.format;
  if (format !== 'module' && format !== 'commonjs') return loaded;
  if (!url.startsWith('file:')) return loaded;
  const source = loaded.source == null ? readFileSync(fileURLToPath(url), 'utf8') : textOf(loaded.source);
  const code = rewrittenText(url, source, format);
  return code === undefined ? loaded : { ...loaded, source: code };
}

function textOf(source: NonNullable<LoadFnOutput['source']>): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');
}

/** The rewritten text of a module, undefined if it is to run as it is. Throws if a handler in it cannot run as wanted. */
export function rewrittenText(url: string, source: string, format: Format): string | undefined {
  try {
    if (source.includes('$quoll.module(') || !wanted(url, source, format)) return undefined;
    const { code, refusals } = rewritten(source, {
      url,
      format,
      isForeign: specifier => isForeign(specifier, url),
    });
    if (refusals.length > 0) throw refused(url, refusals);
    return code;
  } catch (error) {
    // The text is not JavaScript: the engine says so better than the parser.
    if (error instanceof SyntaxError && 'raisedAt' in error) return undefined;
    throw error;
  }
}

/** One error for all refusals of a module, without a stack of ours. */
function refused(url: string, refusals: readonly { message: string; line: number; column: number }[]): Error {
  const path = fileURLToPath(url);
  const lines = refusals.map(({ message, line, column }) => `${path}:${line}:${column}: ${message}`);
  const error = new SyntaxError(lines.join('\n'));
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
