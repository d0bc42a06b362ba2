/** Runs cases in handlers and on one thread, and says where the results differ. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runProgram } from './programs.js';
import { maskOf, WORLD } from './expressions.js';

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
const run = (f, w, mask) => {
  const p = makeWorld(mask);
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

/** Where a case runs: in a handler, in a guard, or in a handler that is pinned to the main realm. */
export type Place = 'handler' | 'guard' | 'main';

/** A case at a place. */
export interface Job {
  readonly text: string;
  readonly place: Place;
}

/** Of the cases, one in so many at each place. */
export function jobsOf(cases: readonly string[], parts: Readonly<Partial<Record<Place, number>>>): Job[] {
  return Object.entries(parts).flatMap(([place, part]) =>
    cases.filter((_, i) => i % part === 0).map(text => ({ text, place: place as Place })),
  );
}

const START = `
const start = {
  handler: i => o.emit('handler', i),
  guard: i => {
    const target = { i };
    target.on('e', () => {}).emit('e').waitall('e', function () { runJob(this.i); });
  },
  main: i => o.emit('main', i),
};
o.on('handler', i => runJob(i));
o.on('main', i => runJob(i), { realm: 'main' });
finish(() => { for (let i = 0; i < places.length; i++) start[places[i]](i); }).ondone(() => print(out));
`;
const START_PLAIN = `
for (let i = 0; i < places.length; i++) runJob(i);
print(out);
`;

/** Every so many cases look at all of the world, whatever they name. */
const SOME = 8;
/** Digits of a mask. */
const DIGITS = 6;

/** Text of the function `maskOf`. */
function masksOf(jobs: readonly Job[]): string {
  const masks = jobs.map(({ text }, i) =>
    maskOf(text, i % SOME === 0)
      .toString(16)
      .padStart(DIGITS, '0'),
  );
  return `const masks = '${masks.join('')}';
const maskOf = i => parseInt(masks.slice(${DIGITS} * i, ${DIGITS} * i + ${DIGITS}), 16);
`;
}

/** A program that prints a line for each job. All jobs with one text have one function. */
function programOf(jobs: readonly Job[], start: string): string {
  const texts = [...new Set(jobs.map(({ text }) => text))];
  const indices = new Map(texts.map((text, i) => [text, i]));
  const functions = texts.map(text => `  (w, p) => ${text.startsWith('{') ? text : `(${text})`},`).join('\n');
  return `${masksOf(jobs)}${WORLD}${SHOW}
const cases = [
${functions}
];
const places = ${JSON.stringify(jobs.map(({ place }) => place))};
const texts = ${JSON.stringify(jobs.map(({ text }) => indices.get(text)))};
const worlds = shared(places.map((_, i) => makeWorld(maskOf(i))));
const out = shared(places.map(() => 'did not run'));
const print = lines => { for (let i = 0; i < lines.length; i++) console.log(i + ' ' + lines[i].replaceAll('\\n', '\\\\n')); };
const runJob = i => { out[i] = run(cases[texts[i]], worlds[i], maskOf(i)); };
const o = {};
${start}
`;
}

/** A module for a page, which prints a line for each job, and then `all printed`. */
export function pageProgramOf(jobs: readonly Job[]): string {
  return programOf(jobs, START.replace('print(out)', "{ print(out); console.log('all printed'); }"));
}

export interface Difference extends Job {
  readonly expected: string;
  readonly found: string;
}

/** All programs here are in one place, so that each is rewritten once for all its runs. */
const folder = mkdtempSync(join(tmpdir(), 'quoll-differential-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

export function runSequentially(jobs: readonly Job[]): Outcome {
  return runProgram(programOf(jobs, START), { folder, environment: { QUOLL_SEQUENTIAL: '1' } });
}

/** Runs the jobs in Node without this package. */
export function runPlain(jobs: readonly Job[]): Outcome {
  return runProgram(`const shared = x => x;\n${programOf(jobs, START_PLAIN)}`, { folder, plain: true });
}

/** The jobs whose results differ from others, by default from those on one thread; and which are refused. */
export function compare(
  jobs: readonly Job[],
  expected = runSequentially(jobs),
  found = runProgram(programOf(jobs, START), { folder, workers: 2 }),
): { differences: Difference[]; refused: Job[] } {
  const lineOf = (lines: readonly string[]) => {
    const known = new Map(
      lines.map(line => [Number(line.split(' ', 1)[0]), line.slice(line.indexOf(' ') + 1)]),
    );
    return (i: number, errors: string) => known.get(i) ?? `nothing: ${errors.slice(0, 500)}`;
  };
  const [one, other] = [lineOf(expected.lines), lineOf(found.lines)];
  const differences: Difference[] = [];
  const refused: Job[] = [];
  jobs.forEach((job, i) => {
    const [a, b] = [one(i, expected.errors), other(i, found.errors)];
    if (a === b && !a.startsWith('nothing')) return;
    if (b.startsWith('REFUSED')) refused.push(job);
    else differences.push({ ...job, expected: a, found: b });
  });
  return { differences, refused };
}
