/** The texts of the program's functions in its source, which `String(f)` and messages of the engine show in place of the rewritten ones. */
import type { ModuleRecord } from './contract.js';

const native = Function.prototype.toString;

/** The modules of this realm. */
const records: ModuleRecord[] = [];

/** Notes a module, some of whose functions are in this realm. */
export function noteModule(record: ModuleRecord): void {
  // Bundles contain no texts: there `String(f)` gives the rewritten one.
  if (record.code !== '') records.push(record);
}

/** The text from which the engine made a function. */
export function rewrittenTextOf(f: Function): string {
  return Reflect.apply(native, f, []);
}

/** The functions of the language in whose place others are. */
const natives = new WeakMap<Function, Function>();

/** `String(made)` gives what `String(replaced)` does. */
export function showAs(made: Function, replaced: Function): void {
  natives.set(made, replaced);
}

export function nativeOf(made: unknown): unknown {
  return typeof made === 'function' ? natives.get(made) : undefined;
}

/** Whether a function is one of the engine, or one of this run time in its place. */
export function isNative(f: Function): boolean {
  return natives.has(f) || /\{\s*\[native code\]\s*\}$/.test(rewrittenTextOf(f));
}

/** What `String(f)` gives in the source. */
export function textOf(given: Function): string {
  const f = natives.get(given) ?? given;
  const text = rewrittenTextOf(f);
  return longest(text, rewritten => text.endsWith(rewritten))?.source ?? text;
}

/** Makes `String(f)` give the text in the source. */
export function showSources(): void {
  const { toString } = {
    toString(this: Function): string {
      if (typeof this !== 'function') return Reflect.apply(native, this, []);
      return textOf(this === toString ? native : this);
    },
  };
  Object.defineProperty(Function.prototype, 'toString', {
    value: toString,
    configurable: true,
    writable: true,
  });
}

/** A message of the engine with the source of the function whose text it contains, whole or without its middle. */
export function withSource(message: string): string {
  const omitted = message.indexOf(OMITTED);
  const startOf = (rewritten: string) => {
    const start = message.indexOf(rewritten.slice(0, SHOWN_AT_LEAST));
    const end = omitted < 0 ? start + rewritten.length : omitted;
    return rewritten.startsWith(message.slice(start, end)) ? start : -1;
  };
  const found = longest(message, rewritten => startOf(rewritten) >= 0);
  if (!found) return message;
  const { rewritten, source, isMethod } = found;
  const start = startOf(rewritten);
  const end = omitted < 0 ? start + rewritten.length : omitted + OMITTED.length + SHOWN_AT_END;
  // The text of a method begins with its name, which rewriting keeps apart from what follows.
  const before = isMethod ? message.slice(0, start).replace(/[^ ]* ?$/, '') : message.slice(0, start);
  return `${before}${abbreviated(source)}${message.slice(end)}`;
}

/** The engine shows so much of a text that is longer than `SHOWN`. */
const SHOWN = 128;
const SHOWN_AT_START = 111;
const SHOWN_AT_END = 2;
const OMITTED = '...<omitted>...';
const SHOWN_AT_LEAST = 8;

function abbreviated(text: string): string {
  if (text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN_AT_START)}${OMITTED}${text.slice(-SHOWN_AT_END)}`;
}

/** What each rewritten function contains: its number, where it answers probes or registers itself. */
const NUMBER = /\$module\.(?:reveal\(|klass\(this, )(\d+)/g;

/** Of the functions that a text contains as `holds` says, the longest: the others are inside of it. */
function longest(text: string, holds: (rewritten: string) => boolean): Found | undefined {
  let found: Found | undefined;
  for (const [, number] of text.matchAll(NUMBER)) {
    for (const { functions, code, source } of records) {
      const record = functions[Number(number)];
      if (!record || record.end - record.start <= (found?.rewritten.length ?? 0)) continue;
      const rewritten = code.slice(record.start, record.end);
      if (holds(rewritten))
        found = {
          rewritten,
          source: source.slice(record.from, record.to),
          isMethod: record.kind === 'method',
        };
    }
  }
  return found;
}

interface Found {
  readonly rewritten: string;
  readonly source: string;
  readonly isMethod: boolean;
}

/** Gives a class its name in the source; a static method or accessor `name` is there already, and a field follows. */
export function nameClass(made: Function, value: string | undefined): void {
  if (value && typeof Object.getOwnPropertyDescriptor(made, 'name')?.value === 'string')
    Object.defineProperty(made, 'name', { value });
}
