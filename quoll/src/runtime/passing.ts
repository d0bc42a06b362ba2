/** Calls of functions that may be foreign: what they get and return passes the membrane. */
import type { Contract } from '../contract/contract.js';
import { wholesOf } from '../contract/needs.js';
import type { Heap } from '../heap/heap.js';

type Passing = Pick<
  Contract,
  'fn' | 'lend' | 'lendAll' | 'regain' | 'to' | 'toAll' | 'toOf' | 'toOfAll' | 'back' | 'backOf'
>;

/** `full` answers a view in the form that the engine can ask for its elements. */
export function passing({ membrane, natives }: Heap, full: (object: unknown) => unknown): Passing {
  const { out, in: inward } = membrane;
  /** The function that was asked for last: loops call one again and again. */
  let latest: unknown;
  const isForeign = (f: unknown): boolean => {
    if (f === latest || membrane.isAlone || typeof f !== 'function') return false;
    if (!membrane.origins.isOwn(f)) return true;
    latest = f;
    return false;
  };
  const to = (f: unknown, value: unknown): unknown => {
    if (!isObject(value)) return value;
    if (isForeign(f)) return out(value);
    return f === Map || f === WeakMap ? wholesOf(value, full) : value;
  };
  const toOf = (object: unknown, key: PropertyKey, value: unknown): unknown =>
    isObject(value) && !membrane.isAlone && object != null && isForeign((object as Keyed)[key])
      ? out(value)
      : value;
  return {
    fn: <F>(f: F): F => (isForeign(f) ? (membrane.lendingOf(f as Function) as F) : natives.on(f)),
    lend: out,
    lendAll: values => [...values].map(out),
    regain: inward,
    to,
    toAll: (f, values) => [...values].map(value => to(f, value)),
    toOf,
    toOfAll: (object, key, values) => [...values].map(value => toOf(object, key, value)),
    back: (value, f) => (isObject(value) && isForeign(f) ? inward(value) : value),
    backOf: (value, object, key) =>
      isObject(value) && !membrane.isAlone && object != null && isForeign((object as Keyed)[key])
        ? inward(value)
        : value,
  };
}

type Keyed = Record<PropertyKey, unknown>;

/** The engine can inline this much: most values are none. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'function';
}
