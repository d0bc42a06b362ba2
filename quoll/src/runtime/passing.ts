/** Arguments of functions that may be foreign. */
import { Stamp } from '../heap/stamp.js';
import type { Heap } from '../heap/heap.js';

type Passing = Pick<
  import('../contract/contract.js').Contract,
  'fn' | 'lend' | 'lendAll' | 'to' | 'toAll' | 'toOf' | 'toOfAll'
>;

/** `isOwn` tells whether a function is the program's or the language's, which see views as they are. */
export function passing({ full, natives }: Heap, isOwn: (f: Function) => boolean): Passing {
  /** The function that was asked for last: loops call one again and again. */
  let latest: unknown;
  const isForeign = (f: unknown): boolean => {
    if (f === latest || typeof f !== 'function') return false;
    if (!isOwn(f)) return true;
    latest = f;
    return false;
  };
  const lend = (value: unknown): unknown => full.lendWith(value);
  const convert = (f: unknown, value: unknown): unknown => (isForeign(f) ? lend(value) : value);
  // Most values are no views, and the engine can inline this much. A plain object that is written in the call may hold views.
  const to = (f: unknown, value: unknown, isLiteral?: boolean): unknown =>
    isLiteral || Stamp.of(value) !== 0 ? convert(f, value) : value;
  const toOf = (object: unknown, key: PropertyKey, value: unknown, isLiteral?: boolean): unknown =>
    (isLiteral || Stamp.of(value) !== 0) && object != null && Stamp.of(object) === 0
      ? convert((object as Record<PropertyKey, unknown>)[key], value)
      : value;
  /** Foreign functions as ones that get stand-ins for views. */
  const lending = new WeakMap<Function, Function>();
  const lendingOf = (f: Function): Function => {
    let made = lending.get(f);
    if (!made) {
      made = function (this: unknown, ...args: unknown[]): unknown {
        const result: unknown = Reflect.apply(f, lend(this), args.map(lend));
        return typeof result === 'object' && result !== null ? full.viewOf(result) : result;
      };
      lending.set(f, made);
    }
    return made;
  };
  return {
    fn: <F>(f: F): F => (isForeign(f) ? (lendingOf(f as Function) as F) : natives.on(f)),
    lend,
    lendAll: values => [...values].map(lend),
    to,
    toAll: (f, values) => [...values].map(value => to(f, value)),
    toOf,
    toOfAll: (object, key, values) => [...values].map(value => toOf(object, key, value)),
  };
}
