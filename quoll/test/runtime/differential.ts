/** Runs cases in handlers and on one thread, and says where the results differ. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runProgram } from './programs.js';
import { WORLD } from './expressions.js';

/**
 * Describes a value as text, down to a depth, with the simplest operations. The stack of a shared error has no frames of the host, so a text is
 * described without them.
 */
export const SHOW = `
const attempt = f => { try { return f(); } catch (e) { return e; } };
function show(v, depth = 4, seen = []) {
  if (typeof v === 'string') return JSON.stringify(v.replace(/\\n +at [^\\n]*\\bnode:[^\\n]*/g, ''));
  if (typeof v === 'function') return 'function ' + v.name;
  if (typeof v === 'symbol' || v === null || typeof v !== 'object') return Object.is(v, -0) ? '-0' : String(v);
  const inner = x => show(x, depth - 1, [...seen, v]);
  if (v instanceof Date) return 'Date ' + v.getTime() + Object.keys(v);
  if (v instanceof RegExp) return 'RegExp ' + String(v) + v.lastIndex + Object.keys(v);
  if (v instanceof Error && v.code === 5) return 'Error ' + v.message + inner(v.cause);
  if (v instanceof Error) return /shared|cannot cross|shared_object/.test(v.message) && !/is not/.test(v.message) ? 'REFUSED' : 'throws ' + v.constructor.name;
  if (seen.includes(v)) return '<' + seen.indexOf(v) + '>';
  if (depth === 0) return '…';
  if (v instanceof Map) { const r = []; v.forEach((x, k) => r.push(inner(k) + '=>' + inner(x))); return 'Map{' + r.join(', ') + '}' + v.size; }
  if (v instanceof Set) { const r = []; v.forEach(x => r.push(inner(x))); return 'Set{' + r.join(', ') + '}' + v.size; }
  if (Array.isArray(v)) {
    const r = [];
    for (let i = 0; i < v.length; i++) r.push(i in v ? inner(v[i]) : '');
    for (const k of Object.keys(v)) if (!(String(Number(k)) === k)) r.push(k + ': ' + inner(v[k]));
    return '[' + r.join(', ') + ']' + v.length;
  }
  if (typeof v.next === 'function') return 'iterator of ' + inner([...v]);
  const proto = Object.getPrototypeOf(v);
  const name = proto === null ? 'null' : proto === Object.prototype ? '' : proto.constructor?.name ?? '?';
  const r = [];
  for (const k of Object.keys(v)) r.push(k + ': ' + inner(v[k]));
  return name + '{' + r.join(', ') + '}';
}
const run = (f, w, i) => {
  const p = makeWorld(w, i);
  const value = attempt(() => f(w, p));
  const shown = attempt(() => show(value));
  const result = shown instanceof Error ? 'cannot be shown' : shown;
  return result + ' | ' + attempt(() => show(w, 3)) + ' | ' + attempt(() => show(p, 3));
};
`;

/** Typical programs, each the body of a function, separated by lines of `---`. */
export const IDIOMS = readFileSync(
  new URL('../../../test/runtime/idioms.txt', import.meta.url),
  'utf8',
).split('\n---\n');

/** Where the cases run: in a handler, in a guard, in one that is pinned to the main realm, or in no handler. */
export type Place = 'handler' | 'guard' | 'main' | 'plain';

const START: Readonly<Record<Place, string>> = {
  handler: `o.on('e', i => { out[i] = run(cases[i], worlds[i], i); });
finish(() => { for (let i = 0; i < cases.length; i++) o.emit('e', i); }).ondone(() => print(out));`,
  guard: `finish(() => { cases.forEach((_, i) => {
  const target = { i };
  target.on('e', () => {}).emit('e').waitall('e', function () { out[this.i] = run(cases[this.i], worlds[this.i], this.i); });
}); }).ondone(() => print(out));`,
  plain: `for (let i = 0; i < cases.length; i++) out[i] = run(cases[i], worlds[i], i);
print(out);`,
  main: `o.on('e', i => { out[i] = run(cases[i], worlds[i], i); }, { realm: 'main' });
finish(() => { for (let i = 0; i < cases.length; i++) o.emit('e', i); }).ondone(() => print(out));`,
};

/** Cases that name no typed array get none, except some that may look at all of the world. */
const WITH_BYTES = /bytes|halves|part|view|raw|Array\(/;
const SOME = 8;

/** Text of the function `hasBytes`. */
function hasBytes(cases: readonly string[]): string {
  const marks = cases.map((text, i) => (i % SOME === 0 || WITH_BYTES.test(text) ? '1' : '0'));
  return `const marks = '${marks.join('')}';\nconst hasBytes = i => marks[i] === '1';\n`;
}

/** A program that prints a line for each case. */
export function programOf(cases: readonly string[], place: Place): string {
  const functions = cases.map(text => `  (w, p) => ${text.startsWith('{') ? text : `(${text})`},`).join('\n');
  return `${hasBytes(cases)}${WORLD}${SHOW}
const cases = [
${functions}
];
const worlds = shared(cases.map(makeWorld));
const out = shared(cases.map(() => 'did not run'));
const print = lines => { for (let i = 0; i < lines.length; i++) console.log(i + ' ' + lines[i].replaceAll('\\n', '\\\\n')); };
const o = {};
${START[place]}
`;
}

export interface Difference {
  readonly text: string;
  readonly expected: string;
  readonly found: string;
}

/** All programs here are in one place, so that each is rewritten once for all its runs. */
const folder = mkdtempSync(join(tmpdir(), 'quoll-differential-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

export function runSequentially(cases: readonly string[], place: Place): Outcome {
  return runProgram(programOf(cases, place), { folder, environment: { QUOLL_SEQUENTIAL: '1' } });
}

/** Runs the cases in Node without this package. */
export function runPlain(cases: readonly string[]): Outcome {
  return runProgram(`const shared = x => x;\n${programOf(cases, 'plain')}`, { folder, plain: true });
}

/** The cases whose results in a place differ from others, by default from those on one thread; and which are refused. */
export function compare(
  cases: readonly string[],
  place: Place,
  expected = runSequentially(cases, place),
  found = runProgram(programOf(cases, place), { folder, workers: 2 }),
): { differences: Difference[]; refused: string[] } {
  const lineOf = (lines: readonly string[]) => {
    const known = new Map(
      lines.map(line => [Number(line.split(' ', 1)[0]), line.slice(line.indexOf(' ') + 1)]),
    );
    return (i: number, errors: string) => known.get(i) ?? `nothing: ${errors.slice(0, 500)}`;
  };
  const [one, other] = [lineOf(expected.lines), lineOf(found.lines)];
  const differences: Difference[] = [];
  const refused: string[] = [];
  cases.forEach((text, i) => {
    const [a, b] = [one(i, expected.errors), other(i, found.errors)];
    if (a === b && !a.startsWith('nothing')) return;
    if (b.startsWith('REFUSED')) refused.push(text);
    else differences.push({ text, expected: a, found: b });
  });
  return { differences, refused };
}
