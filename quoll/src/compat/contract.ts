/**
 * The functions that rewritten code calls, on one thread: every object is its own view, and no value crosses.
 */
import { caller, eventCalls, invokedWith, readyWith } from '../contract/calls.js';
import type { Contract, ModuleRecord } from '../contract/contract.js';
import { keysOf, type Walk } from '../contract/loops.js';
import { inWordsOfProgram } from '../contract/messages.js';
import { Resources } from '../contract/resources.js';
import { replaceCallbacks, takesCallbacks } from '../heap/promising.js';
import { isNative, nameClass, noteModule, rewrittenTextOf } from '../contract/texts.js';
import { getOwnPropertyDescriptor } from '../heap/raw.js';
import { OwnWeakMap } from '../heap/weak.js';
import { hostWith, type Printing, waitingConsole, waitingTimers } from './host.js';
import { api } from './index.js';
import { callsBack, noteChanges } from './changes.js';
import { callbackOf, handlers, hasCallbacks, part, turnOf } from './turns.js';
import { ANY_ARGUMENTS } from '../contract/probing.js';
import { changing, changingSloppy, findCaptured } from './sharing.js';
import { capturedByClass, isOfProgram, isProxy, journal, noteClass, noteTarget } from './undo.js';

/**
 * A contract that runs everything sequentially in this realm. `recordOf` finds the record of a rewritten module; `own` replaces further host
 * objects. `undoes`: modules are rewritten so that an exception undoes what its handler has written.
 */
export function sequentialContract(
  printing: Printing = () => undefined,
  recordOf: (hash: string) => ModuleRecord | undefined = () => undefined,
  own: Readonly<Record<string, unknown>> = {},
  undoes = true,
): Contract {
  const read = (object: unknown, key: PropertyKey) => (object as Record<PropertyKey, unknown>)[key];
  const same = <T>(value: T): T => value;
  if (undoes) noteChanges();
  // What a package gives changes nothing of the program by itself; a bound function of the program is the engine's.
  if (undoes)
    replaceCallbacks(hasCallbacks, f =>
      typeof f === 'function' && (isOfProgram(f) || isNative(f)) ? callbackOf(f) : f,
    );
  const notesNow = undoes ? journal : (): undefined => undefined;
  /** Notes what a function may change that is not the program's, if a handler gives it `value`. */
  const given = <T>(f: unknown, value: T): T => {
    const notes = notesNow();
    if (!notes || !isObject(value)) return value;
    if (isForeign(f) || f === Reflect.apply || f === Reflect.construct) notes.reachable(value);
    return callsBack(f) && isForeign(value) ? (lending(value as unknown as Function, lent) as T) : value;
  };
  const givenTo = <T>(f: unknown, value: T): T =>
    notesNow() && typeof value === 'function' && takesCallbacks(f) ? callbackOf(value) : given(f, value);
  const lent = <T>(value: T): T => {
    notesNow()?.reachable(value);
    return value;
  };
  const ready = readyWith(isProxy);
  let revealed: unknown[] | undefined;
  /** Where the function is that has revealed its variables. */
  let place = '';
  /** See `CodeRegistry.describe`. */
  const captured = (f: Function): readonly unknown[] | undefined => {
    revealed = undefined;
    try {
      const ofClass = capturedByClass(f);
      if (ofClass) return ofClass();
      if (!rewrittenTextOf(f).includes('$quoll.probing')) return [];
      contract.probing = true;
      const result: unknown = Reflect.apply(f, undefined, ANY_ARGUMENTS);
      const next: unknown =
        revealed || result instanceof Promise ? result : (result as Generator | undefined)?.next?.();
      // A variable has no value yet.
      if (!revealed && next instanceof Promise) next.catch(() => undefined);
      return revealed;
    } catch (error) {
      if (error instanceof ReferenceError) return undefined;
      throw error;
    } finally {
      contract.probing = false;
    }
  };
  const placeOf = (f: Function): string => {
    place = '';
    captured(f);
    return place;
  };
  if (undoes) findCaptured(captured, placeOf);
  const contract: Contract = {
    probing: false,
    module(_url, hash, tools) {
      const record = recordOf(hash);
      if (record) noteModule(record);
      return {
        ...tools,
        isMaking: false,
        reveal: (id, captures, self) => {
          place ||= record ? `${record.url}:${record.functions[id]!.line}` : '';
          revealed ??= [...captures, self];
          return undefined as never;
        },
        given: (_, value) => value,
        early: (_, value) => value,
        key: (_id, _index, value) => value as PropertyKey,
        klass: (constructor, _id, captures, _inherits, name) => {
          nameClass(constructor, name);
          noteClass(constructor, captures);
        },
        parent: () => undefined,
      };
    },
    cell: value => ({ v: value }),
    nil: (object, key, found) => (found === undefined && key === 'length' ? read(object, key) : found),
    put: () => false,
    size: (_, found) => found,
    keys: object => keysOf(object, same),
    each: (iterable, walk) => (walk ? (iterable as Record<Walk, () => unknown>)[walk]() : iterable),
    full: same,
    parts: same,
    wholes: same,
    wholesLater: same,
    fn: f => (notesNow() && isForeign(f) ? (lending(f as Function, lent) as typeof f) : f),
    lend: lent,
    leads: () => false,
    lendAll: values => [...values].map(lent),
    to: given,
    toAll: (f, values) => [...values].map(value => given(f, value)),
    toOf: (f, _, value) => givenTo(f, value),
    toOfAll: (f, _, values) => [...values].map(value => givenTo(f, value)),
    back: same,
    executor: same,
    backOf: same,
    caller,
    ready,
    invoked: invokedWith(ready, (f, object, args) =>
      Reflect.apply(
        f,
        object,
        args.map(value => givenTo(f, value)),
      ),
    ),
    none: Symbol('none'),
    regain: same,
    mine: same,
    basis: same,
    from: same,
    awaited: same,
    own: inWordsOfProgram,
    into: same,
    open: same,
    derived: same,
    settled: (object, value = object) => value,
    opened: same,
    iterate: same,
    iterateLater: same,
    later: same,
    call: eventCalls({
      ...api,
      mapred: (array: never, map: never, reduce: never) => api.mapReduce(array, map, reduce),
    }),
    api,
    host: hostWith({
      ...waitingTimers(handlers, turnOf),
      console: waitingConsole(handlers, printing, same),
      ...own,
    }),
    changing,
    changingSloppy,
    live: () => undefined,
    part,
    resources: () => new Resources(),
    needsMain: () => undefined,
  };
  return contract;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Whether a function may change what it gets, and neither the program nor the language tells. */
function isForeign(f: unknown): boolean {
  if (typeof f !== 'function' || f === latestOwn) return false;
  let known = foreign.get(f);
  if (known === undefined) {
    const name: unknown = getOwnPropertyDescriptor(f, 'name')?.value;
    known = !isOfProgram(f) && (!isNative(f) || typeof name !== 'string' || name.startsWith('bound '));
    foreign.set(f, known);
  }
  if (!known) latestOwn = f;
  return known;
}

const foreign = new OwnWeakMap<Function, boolean>();
/** The function that was last found not to be foreign; loops call the same one repeatedly. */
let latestOwn: Function | undefined;

/** A function that is not the program's, with what it gets noted. */
function lending(f: Function, lent: (value: unknown) => unknown): Function {
  const made = new OwnProxy(f, {
    apply(_, self: unknown, args: unknown[]) {
      lent(self);
      args.forEach(lent);
      return Reflect.apply(f, self, args) as unknown;
    },
  });
  noteTarget(made, f);
  return made;
}

/** The original: it is not the program that makes these. */
const OwnProxy = Proxy;
