/** Values between the program and foreign code: arguments, results, and contents of objects. The membrane converts them. */
import type { Contract } from '../contract/contract.js';
import { caller, invokedWith, readyWith, WALKING } from '../contract/calls.js';
import { walkOf } from '../contract/walks.js';
import { Mirrored } from '../heap/mirrors.js';
import { apply } from '../heap/raw.js';
import { isObject, Stamp } from '../heap/stamp.js';
import { type Need, partsOf, wholesOf } from '../contract/needs.js';
import type { Heap } from '../heap/heap.js';
import type { Membrane } from '../heap/membrane.js';
import { takesCallbacks } from '../heap/promising.js';
import { OwnWeakMap } from '../heap/weak.js';
import { blame } from '../contract/stack.js';
import { watchedOn, type Walks } from './walking.js';

type Calling = Pick<
  Contract,
  | (
      | 'fn'
      | 'lend'
      | 'leads'
      | 'lendAll'
      | 'regain'
      | 'mine'
      | 'basis'
      | 'to'
      | 'toAll'
      | 'toOf'
      | 'toOfAll'
      | 'back'
      | 'backOf'
      | 'executor'
    )
  | ('caller' | 'ready' | 'invoked')
>;
type Holding = Pick<
  Contract,
  'from' | 'awaited' | 'own' | 'into' | 'open' | 'derived' | 'opened' | 'iterate' | 'iterateLater' | 'later'
>;
type Full = (object: unknown) => unknown;

/**
 * Calls of functions that may be foreign. `full` returns a view in a form in which the engine can read its elements, `each` an iterable in
 * one that goes on if it becomes a view, `get` a property, `callback` a callback that a promise gets, and `adopt` makes a function of the engine one of the
 * program.
 */
export function calling(
  { membrane, natives, kept, code }: Heap,
  full: Full,
  each: Full,
  get: (object: unknown, key: PropertyKey) => unknown,
  callback: Full,
  adopt: (f: Function) => void,
): Calling {
  const isProxy = code.isProxy ?? (() => false);
  const { withResolvers } = Promise as { withResolvers?: unknown };
  const { out, in: inward } = membrane;
  const { concat, flat, flatMap } = Array.prototype;
  const { fromEntries } = Object;
  const { iterating, looking, making, invoking, methods, calling, callbacks } = functions();
  /** The function that was last looked up, because loops call the same one repeatedly. */
  let latest: unknown;
  const isForeign = (f: unknown): boolean => {
    if (f === latest || membrane.isAlone || typeof f !== 'function') return false;
    if (!membrane.origins.isOwn(f)) return true;
    latest = f;
    return false;
  };
  /** Whether a built-in method reads or writes objects that foreign code may have. */
  const isOutside = (object: unknown, f: unknown): boolean =>
    membrane.isHeld(object) && typeof f === 'function' && !membrane.origins.isProgram(f);
  /** An argument of such a method. A callback stays one of the program, which a promise calls in a transaction. */
  const heard = (value: unknown, f: unknown): unknown => {
    if (typeof value !== 'function' || !(callbacks.has(f) || takesCallbacks(f))) return out(value);
    const made = membrane.listening(value);
    natives.targets.set(made, natives.targetOf(value));
    return made;
  };
  /** A callback of the program for one of its promises. An exception of foreign code may have rejected that, or leave the callback. */
  const settling = (f: Function, isOfFailures: boolean): Function => {
    const { caught } = membrane;
    const made = function (this: unknown, ...args: unknown[]): unknown {
      try {
        return apply(f, this, isOfFailures ? args.map(caught) : args);
      } catch (error) {
        throw caught(error);
      }
    };
    natives.targets.set(made, natives.targetOf(f));
    // In its place, the callback itself crosses to another realm.
    natives.noteStandIn(made, f);
    return made;
  };
  const converters = new OwnWeakMap<Function, Function>();
  /** A built-in function called by `call`, by `Reflect.apply` or by another function, so that the text does not show its object. */
  const converting = <F>(f: F): F => (typeof f === 'function' ? (convertingOf(f) as F) : f);
  /** As converting, also for a foreign function. */
  const callable = <F>(f: F): F => (isForeign(f) ? (membrane.inFunction(f as Function) as F) : converting(f));
  const convertingOf = (found: Function): Function => {
    if (membrane.isAlone) return found;
    const f = natives.behind(found);
    const isCalling = calling.has(f);
    const isMethod = methods.has(f);
    if (!isCalling && !isMethod && !looking.has(f) && !iterating.has(f)) return found;
    let made = converters.get(f);
    if (!made) {
      converters.set(f, (made = converterOf(f, isCalling, isMethod)));
      natives.noteStandIn(made, f);
    }
    return made;
  };
  const converterOf = (f: Function, isCalling: boolean, isMethod: boolean): Function =>
    function (this: unknown, ...args: unknown[]): unknown {
      const called = natives.on(f);
      if (new.target)
        return back(
          Reflect.construct(
            called,
            args.map(value => to(f, value)),
          ),
          f,
        );
      if (isCalling) return Reflect.apply(called, converting(this), args);
      if (!isMethod || !isOutside(this, f))
        return back(
          Reflect.apply(called, this, isMethod && f !== concat ? args : args.map(value => to(f, value))),
          f,
        );
      return resultOf(
        Reflect.apply(
          called,
          this,
          args.map(value => heard(value, f)),
        ),
        this,
        f,
      );
    };
  /** Converts the result of a built-in method that was called on an object that foreign code may have. */
  const resultOf = (value: unknown, object: unknown, f: unknown): unknown => {
    if (!isObject(value) || value === object) return value;
    // A method that returns a new array returns elements of the old one.
    return Array.isArray(value) && making.has(f) ? (value as unknown[]).map(inward) : inward(value);
  };
  const adders = new Map<unknown, unknown>([Set, WeakSet].map(({ prototype }) => [prototype, prototype.add]));
  /** Whether a constructor calls only the language's own method while it goes over an iterable. */
  const isCalm = (f: unknown, made: unknown): boolean => {
    if (f !== made) return false;
    const { prototype } = f as typeof Set;
    return adders.get(prototype) === prototype.add;
  };
  const to = (f: unknown, value: unknown, made = f): unknown => {
    if (!isObject(value)) return value;
    if (isForeign(f)) return out(value);
    if (typeof value === 'function') {
      // `f` calls `value`, or calls a function that calls it with its elements.
      if (invoking.has(f) || callbacks.has(f)) {
        const called = callable(value);
        if (called !== value) natives.noteInvoked(called, value);
        return called;
      }
      const isReplacer = f === JSON.stringify && !membrane.isAlone && !('toJSON' in (value as object));
      return isReplacer ? membrane.listening(value) : value;
    }
    if (f === Map || f === WeakMap || f === fromEntries) return wholesOf(each(value), full);
    if ((f === Set || f === WeakSet) && !isCalm(f, made)) return each(value);
    if (membrane.isAlone || !membrane.isHeld(value)) return value;
    if (f === concat) return Array.isArray(value) ? membrane.reader(value) : value;
    if (iterating.has(f)) return iterated(membrane, value);
    return looking.has(f) ? membrane.reader(value as object) : value;
  };
  const walks: Walks = { walks: f => callbacks.has(f), restore: kept.lend, isProxy };
  natives.watch = (object, method, f) => watchedOn(object, method, f, walks);
  const toOf = (f: unknown, object: unknown, value: unknown, isFirst = false): unknown => {
    if (!isObject(value) || object == null) return value;
    const isCallback = typeof value === 'function' && takesCallbacks(f);
    const own = isCallback ? callback(value) : value;
    if (isCallback && !membrane.isAlone && !isOutside(object, f) && membrane.origins.isProgram(value))
      return settling(own as Function, f !== Promise.prototype.then || !isFirst);
    const given = membrane.isAlone ? own : givenOf(f, object, own);
    return isFirst && typeof given === 'function' ? watchedOn(object, f, given, walks) : given;
  };
  const givenOf = (f: unknown, object: unknown, value: unknown): unknown => {
    if (isForeign(f)) return out(value);
    // `all` and similar functions.
    if (object === Promise && isIterable(value)) return [...value].map(one => later(membrane, one));
    if (!isOutside(object, f)) return to(f, value);
    return heard(value, f);
  };
  const backOf = (value: unknown, f: unknown, object: unknown): unknown => {
    if (!isObject(value)) return value;
    const own = membrane.isHeld(object) ? value : walkOf(value, object, f, get);
    if (membrane.isAlone) return own;
    return own === object || !isOutside(object, f) ? back(own, f) : resultOf(own, object, f);
  };
  const ready = readyWith(isProxy, blame);
  const back = (value: unknown, f: unknown): unknown => {
    if (!isObject(value) || membrane.isAlone) return value;
    if (isForeign(f)) return inward(value);
    if (f === withResolvers) for (const one of Object.values(value as object)) adopt(one as Function);
    if (f === flat || f === flatMap) return (value as unknown[]).map(membrane.own);
    return typeof value === 'function' ? membrane.inFunction(value) : membrane.unread(value);
  };
  natives.listOf = (f, list) =>
    !membrane.isAlone && membrane.isHeld(list) && membrane.origins.isProgram(f)
      ? Array.from(list as unknown[], inward)
      : list;
  return {
    fn: <F>(f: F): F => {
      const made = callable(f);
      return made === f ? natives.on(f) : made;
    },
    lend: out,
    leads: value => Stamp.isUsed && out(value) !== value,
    lendAll: values => [...values].map(out),
    regain: inward,
    mine: value =>
      typeof value === 'function' && !membrane.isAlone ? (membrane.inFunction(value) as typeof value) : value,
    basis: Mirrored.behind,
    to,
    toAll: (f, values, made) => [...values].map(value => to(f, value, made)),
    toOf,
    toOfAll: (f, object, values) => [...values].map(value => toOf(f, object, value)),
    back,
    backOf,
    caller,
    ready,
    invoked: invokedWith(ready, (f, object, args) => {
      const given = args.map((value, i) => toOf(f, object, value, i === 0));
      // Other methods work on a view.
      const method = Stamp.of(object) === 0 ? f : natives.on(f);
      return backOf(Reflect.apply(method, object, given), f, object);
    }),
    executor: f => {
      if (membrane.isAlone || typeof f !== 'function') return f;
      const executor = (...settling: unknown[]): unknown => {
        for (const one of settling) adopt(one as Function);
        try {
          return Reflect.apply(f, undefined, settling) as unknown;
        } catch (error) {
          throw membrane.caught(error);
        }
      };
      return executor as typeof f;
    },
  };
}

/** Reads and writes of objects that foreign code may have. */
export function holding({ membrane }: Heap, full: Full): Holding {
  const isOutside = (value: unknown): value is object => !membrane.isAlone && membrane.isHeld(value);
  const each: Full = iterable => iterated(membrane, iterable);
  const open: Full = object => (isOutside(object) ? membrane.reader(object) : object);
  const whole: Full = object => open(full(object));
  const opened = (object: unknown, need: Need): unknown =>
    need === 1 ? open(object) : partsOf(object, need, whole, each);
  function* eachOf(iterable: Iterable<unknown>, need: Need): Generator<unknown> {
    for (const element of iterable) yield opened(element, need);
  }
  async function* eachOfLater(iterable: AsyncIterable<unknown>, need: Need): AsyncGenerator<unknown> {
    for await (const element of iterable) yield opened(element, need);
  }
  return {
    from: (value, object) =>
      membrane.isAlone || !isObject(value) || !isObject(object) ? value : membrane.from(value, object),
    awaited: (value, promise) =>
      membrane.isAlone ? value : isOutside(promise) ? membrane.in(value) : membrane.own(value),
    own: membrane.caught,
    into: (value, object) =>
      membrane.isAlone || !isObject(value) || !isObject(object) ? value : membrane.into(value, object),
    open,
    derived: object => {
      if (isOutside(object)) return membrane.reader(object);
      const whole = full(object);
      if (whole !== object) membrane.noteLent();
      return whole;
    },
    opened: (object, need) => (membrane.isAlone ? object : opened(object, need)),
    iterate: (iterable, need) =>
      membrane.isAlone || need === undefined
        ? each(iterable)
        : eachOf(each(iterable) as Iterable<unknown>, need),
    iterateLater: (iterable, need) => {
      const converted = isOutside(iterable) ? eachLater(membrane, iterable) : iterable;
      return membrane.isAlone || need === undefined
        ? converted
        : eachOfLater(converted as AsyncIterable<unknown>, need);
    },
    later: value => later(membrane, value),
  };
}

/** A promise for the converted value of a foreign one; any other value as it is. */
function later(membrane: Membrane, value: unknown): unknown {
  return !membrane.isAlone && membrane.isHeld(value) && value instanceof Promise
    ? value.then(membrane.in, (error: unknown) => {
        throw membrane.caught(error);
      })
    : value;
}

/** The elements for a loop over an iterable. */
function iterated(membrane: Membrane, iterable: unknown): unknown {
  if (membrane.isAlone || !membrane.isHeld(iterable)) return iterable;
  // Such as `{ length: 1, 0: x }` for Array.from.
  if ((iterable as Partial<Iterable<unknown>>)[Symbol.iterator] == null)
    return membrane.reader(iterable as object);
  return (function* () {
    for (const value of iterable as Iterable<unknown>) yield membrane.in(value);
  })();
}

function eachLater(membrane: Membrane, iterable: object): AsyncIterable<unknown> {
  const own = (iterable as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator];
  if (!own) return iterated(membrane, iterable) as AsyncIterable<unknown>;
  return {
    [Symbol.asyncIterator]() {
      const inner = own.call(iterable);
      const next = async (step: Promise<IteratorResult<unknown>>) => {
        const { done, value } = await step;
        return { done, value: membrane.in(value) } as IteratorResult<unknown>;
      };
      return {
        next: () => next(inner.next()),
        ...(inner.return && { return: (value?: unknown) => next(inner.return!(value)) }),
      };
    },
  };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

const MAKING = 'concat filter flat flatMap map slice splice toReversed toSorted toSpliced with'.split(' ');

interface Awaiting {
  readonly fromAsync?: unknown;
}

interface Grouping {
  readonly groupBy?: unknown;
}

type Keyed = Record<PropertyKey, unknown>;

/**
 * Functions of the language, which each realm has for itself (natives.ts): functions that iterate over an argument, that look into it, or whose
 * results do; array methods that return a new array; functions that call a function argument; methods of functions; methods of arrays,
 * Maps and Sets; and functions that call a function argument with elements.
 */
const functions = (): Record<
  'iterating' | 'looking' | 'making' | 'invoking' | 'methods' | 'calling' | 'callbacks',
  ReadonlySet<unknown>
> => ({
  invoking: new Set([Reflect.apply, Reflect.construct]),
  calling: new Set([Function.prototype.call, Function.prototype.apply, Function.prototype.bind]),
  callbacks: new Set([
    ...`${WALKING} sort toSorted`.split(' ').map(name => (Array.prototype as unknown as Keyed)[name]),
    ...[Map.prototype.forEach, Set.prototype.forEach, Array.from],
    (Array as Awaiting).fromAsync,
    (Object as Grouping).groupBy,
    (Map as Grouping).groupBy,
  ]),
  methods: new Set(
    [Array, Map, Set].flatMap(({ prototype }) =>
      Reflect.ownKeys(prototype)
        .filter(name => name !== 'constructor')
        .map(name => Reflect.getOwnPropertyDescriptor(prototype, name)!.value as unknown)
        .filter(value => typeof value === 'function'),
    ),
  ),
  making: new Set(MAKING.map(name => (Array.prototype as unknown as Keyed)[name])),
  // Node 20 has neither fromAsync nor groupBy.
  iterating: new Set([
    ...[Set, WeakSet, Object.fromEntries, Array.from],
    (Array as Awaiting).fromAsync,
    (Object as Grouping).groupBy,
    (Map as Grouping).groupBy,
  ]),
  looking: new Set([
    ...[Object.values, Object.entries, Object.assign, Object.getOwnPropertyDescriptor, Reflect.get],
    Reflect.getOwnPropertyDescriptor,
    ...[Object.getOwnPropertyDescriptors, Object.defineProperty, Reflect.defineProperty, Reflect.set],
    Object.defineProperties,
    // Objects that others inherit from.
    ...[Proxy, Object.create, Object.setPrototypeOf, Reflect.setPrototypeOf],
  ]),
});
