/**
 * Decides which modules are rewritten: those of the program that use the API or are imported by a rewritten
 * module; of packages only those that import this one.
 */
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Format } from '../transform/index.js';
import { usesApi } from './cache.js';

const CODE = /\.[cm]?[jt]s$/;
const TYPED = /\.[cm]?ts$/;
const IMPORTS_US = /['"]@hocket\/quoll(\/register)?['"]/;

/** This package itself, which is never rewritten. */
const own = new URL('../', import.meta.url).href;

/** The module of this package behind a specifier, wherever the program is: there must be one copy of it only. */
export function ownModule(specifier: string): string | undefined {
  if (specifier === '@hocket/quoll') return new URL('index.js', own).href;
  return specifier === '@hocket/quoll/compat' ? new URL('compat/index.js', own).href : undefined;
}

/** Modules that a rewritten module imports. */
const imported = new Set<string>();

/** Notes that the module at `parent` imports the one at `url`. */
export function noteImport(url: string, parent: string | undefined): void {
  if (parent !== undefined && isRewritten(parent)) noteImported(url);
}

/** Notes that a rewritten module imports the one at `url`. */
export function noteImported(url: string): void {
  imported.add(url);
}

/** Whether a rewritten module imports the one at `url`. */
export function isImported(url: string): boolean {
  return imported.has(url);
}

const rewrittenUrls = new Set<string>();

function isRewritten(url: string): boolean {
  return rewrittenUrls.has(url);
}

/** Throws for a TypeScript module if this version of Node runs no TypeScript. */
export function checkLanguage(url: string): void {
  const { features } = process as unknown as { features: { typescript?: unknown } };
  if (features.typescript || !url.startsWith('file:') || !TYPED.test(new URL(url).pathname)) return;
  const error = new SyntaxError(
    `${fileURLToPath(url)}: Node ${process.version} runs no TypeScript: compile it first (npx tsc), or use Node 22.18 or later`,
  );
  error.stack = `${error.name}: ${error.message}`;
  throw error;
}

/** Whether the module at `url` with this text must be rewritten. */
export function wanted(url: string, source: string, format: Format): boolean {
  if (!isCandidate(url)) return false;
  const wants = isInPackage(url)
    ? IMPORTS_US.test(source)
    : imported.has(url) || IMPORTS_US.test(source) || usesApi(source, { url, format });
  if (wants) rewrittenUrls.add(url);
  return wants;
}

function isCandidate(url: string): boolean {
  return url.startsWith('file:') && !url.startsWith(own) && CODE.test(new URL(url).pathname);
}

function isInPackage(url: string): boolean {
  return url.includes('/node_modules/');
}

/** Files of code that the program does not contain as text. */
const COMPILED = /\.(node|wasm)$/;

/**
 * Whether each thread loads the module that a rewritten one imports by `specifier` for itself. A file of the program that is no module, such
 * as JSON, is loaded once, and its values travel.
 */
export function isForeign(specifier: string): boolean {
  return isBuiltin(specifier) || !/^(\.{0,2}\/|file:|\.{1,2}$)/.test(specifier) || COMPILED.test(specifier);
}
