/**
 * Node's module hooks. `loadSync` and `resolveSync` serve `registerHooks`, in the thread of the program; `load` and
 * `resolve` serve `register` on Node 20, in a thread of their own. Both rewrite the same modules.
 */
import { readFileSync } from 'node:fs';
import module, { type LoadFnOutput, type LoadHook, type ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import type { Format } from '../transform/index.js';
import { loadsFor, parses, rewritten } from './cache.js';
import { withoutWarning } from '../node/warnings.js';
import { checkLanguage, isForeign, isImported, noteImport, ownModule, wanted } from './rules.js';

type ResolveContext = Parameters<ResolveHook>[1];
type LoadContext = Parameters<LoadHook>[1];
type Resolved = Awaited<ReturnType<ResolveHook>>;

/** Where the program's thread takes the CommonJS modules that rewritten modules import. */
let imports: MessagePort | undefined;

/** Called when the thread of a program registers these hooks. */
export function initialize(program: { readonly isAlone: boolean; readonly imports: MessagePort }): void {
  loadsFor(program);
  ({ imports } = program);
}

export const resolve: ResolveHook = async (specifier, context, next) =>
  ownResolved(specifier) ?? noted(context, await next(specifier, context));

/**
 * Leaves CommonJS to `require.ts`, because a CommonJS module with a text of ours gets another `require`, which knows no modules of the other
 * kind. Only this thread knows which of them rewritten modules import.
 */
export const load: LoadHook = async (url, context, next) => {
  checkLanguage(url);
  const loaded = await next(url, context);
  if (loaded.format !== 'commonjs') return rewrite(url, loaded);
  if (isImported(url) && url.startsWith('file:')) {
    imports?.postMessage(url);
    wanted(url, readFileSync(fileURLToPath(url), 'utf8'), 'commonjs');
  }
  return loaded;
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
  checkLanguage(url);
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

/** Formats of TypeScript, if Node runs it, and the formats without types. */
const TYPED: Readonly<Record<string, Format>> = {
  'module-typescript': 'module',
  'commonjs-typescript': 'commonjs',
};

function rewrite(url: string, loaded: LoadFnOutput): LoadFnOutput {
  const typed = TYPED[String(loaded.format)];
  const format = typed ?? loaded.format;
  if (format !== 'module' && format !== 'commonjs') return loaded;
  if (!url.startsWith('file:')) return loaded;
  const text = loaded.source == null ? readFileSync(fileURLToPath(url), 'utf8') : textOf(loaded.source);
  const code = rewrittenText(url, typed ? withoutTypes(text) : text, format);
  if (code === undefined) return loaded;
  return { ...loaded, format, source: format === 'commonjs' ? code + exportsOf(text) : code };
}

/**
 * Node finds the names that a CommonJS module exports in its text, as far as it knows the forms there, which rewriting changes. So the text of the
 * program follows in a function that is never called, without comments that name another source.
 */
function exportsOf(text: string): string {
  return `\n0 && function () {\n${text.replace(/^#!.*/, '').replace(/source(Mapping)?URL=/g, '')}\n};`;
}

/** The text without types; all other text keeps its position. */
function withoutTypes(text: string): string {
  const { stripTypeScriptTypes } = module as unknown as { stripTypeScriptTypes(text: string): string };
  return withoutWarning(() => stripTypeScriptTypes(text));
}

function textOf(source: NonNullable<LoadFnOutput['source']>): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');
}

/**
 * The rewritten text of a module, undefined if it must not be rewritten. Throws if a handler in it cannot run
 * in the realm that it asks for.
 */
export function rewrittenText(url: string, source: string, format: Format): string | undefined {
  try {
    if (source.includes('$quoll.module(') || !wanted(url, source, format)) return undefined;
    const { code, refusals } = rewritten(source, {
      url,
      format,
      isForeign,
    });
    if (refusals.length > 0) throw refused(url, refusals);
    return code;
  } catch (error) {
    if (!isOfParser(error)) throw error;
    // Node tries an ES module without a mark as CommonJS first.
    return format === 'commonjs' && parses(source, 'module')
      ? undefined
      : unknownText(url, source, error.message);
  }
}

function isOfParser(error: unknown): error is Error {
  return error instanceof SyntaxError && 'raisedAt' in error;
}

/**
 * The text of a module that the parser does not know as JavaScript. The engine reads it first, and its message is better; if it knows more
 * than the parser, the module says so when it runs.
 */
function unknownText(url: string, source: string, message: string): string {
  const start = /^#!.*\n?/.exec(source)?.[0] ?? '';
  const text = `${fileURLToPath(url)}: quoll does not know this form of JavaScript: ${message}. Write the code there in another way`;
  return `${start}throw new SyntaxError(${JSON.stringify(text)}); ${source.slice(start.length)}`;
}

/** One error for all refusals of a module, without a stack of ours. */
function refused(url: string, refusals: readonly { message: string; line: number; column: number }[]): Error {
  const path = fileURLToPath(url);
  const lines = refusals.map(({ message, line, column }) => `${path}:${line}:${column}: ${message}`);
  const error = new SyntaxError(lines.join('\n'));
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
