/** Array's methods on shared elements, with the effects of Array.prototype's methods. */
import { blame } from '../../contract/stack.js';
import { steps } from '../../contract/walks.js';
import { ARRAY } from '../layout.js';
import { MAX_INDEX } from '../properties.js';
import { Stamp } from '../stamp.js';
import { absent } from '../values.js';
import type { Parts } from './kind.js';
import { prototype } from './prototypes.js';

/** A prototype for shared arrays, on top of Array's own. */
export function sharedArray(heap: Parts): object {
  const { properties } = heap;
  const { elements } = properties;
  const addressOf = (view: object) => {
    const address = Stamp.of(view);
    // The object is of another kind, for instance if a program gives it an array's method.
    if (address === 0 || properties.kind(address) !== ARRAY)
      throw blame(() => new TypeError('a method of a shared array was called on another object'));
    return address;
  };
  /** The last hole of those that begin at an index, as far as the array knows. */
  const lastHole = (address: number, index: number): number => elements.next(address, index + 1) - 1;
  const element = (address: number, index: number): unknown => {
    const value = properties.element(address, index);
    return value === absent ? undefined : value;
  };
  /**
   * Iterates over a shared array. It is a class, because the engine then allocates no
   * objects for its steps in a loop.
   */
  class Walk<R> implements IterableIterator<R> {
    #index = 0;
    readonly #address: number;
    readonly #pick: (index: number, address: number) => R;

    constructor(address: number, pick: (index: number, address: number) => R) {
      this.#address = address;
      this.#pick = pick;
    }

    [Symbol.iterator](): this {
      return this;
    }

    next(): IteratorResult<R> {
      if (this.#index < elements.length(this.#address))
        return { value: this.#pick(this.#index++, this.#address), done: false };
      this.#index = Infinity;
      return { value: undefined, done: true };
    }

    get [Symbol.toStringTag](): string {
      return 'Array Iterator';
    }
  }
  // The class has the methods that later versions of the language give to all iterators, such as `map` and `toArray`.
  Object.setPrototypeOf(Walk.prototype, ITERATOR);
  steps.add(Walk.prototype.next);
  const valueAt = (index: number, address: number) => element(address, index);
  const walk = <R>(view: object, pick: (index: number, address: number) => R): Walk<R> =>
    new Walk(addressOf(view), pick);
  type Visit = (value: unknown, index: number, array: object) => unknown;
  /** The first index for which `visit` returns a true value, or -1. */
  const search = (view: object, visit: Visit, self: unknown, holes: boolean): number => {
    const address = addressOf(view);
    const length = elements.length(address);
    for (let i = 0; i < length; i++) {
      const value = properties.element(address, i);
      if (value === absent && !holes) {
        i = lastHole(address, i);
        continue;
      }
      if (visit.call(self, value === absent ? undefined : value, i, view)) return i;
    }
    return -1;
  };
  /**
   * A method whose first argument is a function; for other arguments the engine's own
   * method throws.
   */
  const visiting = (
    name: 'some' | 'every' | 'find' | 'findIndex' | 'filter',
    own: (view: object, f: Visit, self: unknown) => unknown,
  ) => {
    const other = generic(heap, Array.prototype[name]);
    return function (this: object, f: unknown, self?: unknown): unknown {
      return typeof f === 'function' ? own(this, f as Visit, self) : other.call(this, f, self);
    };
  };
  const forEachOther = generic(heap, Array.prototype.forEach);
  const pushOther = generic(heap, Array.prototype.push);
  const mapOther = generic(heap, Array.prototype.map);
  const reduceOther = generic(heap, Array.prototype.reduce);
  const members: Record<string | symbol, unknown> = {
    at(this: object, index: number) {
      const address = addressOf(this);
      const whole = Math.trunc(index) || 0;
      const place = whole < 0 ? whole + elements.length(address) : whole;
      return place < 0 ? undefined : element(address, place);
    },
    push(this: object, ...added: unknown[]) {
      const address = addressOf(this);
      let length = elements.length(address);
      // No array is so long, and what does not fit becomes an ordinary property.
      if (length + added.length > MAX_INDEX + 1) return pushOther.apply(this, added);
      for (const value of added) properties.setElement(address, length++, value);
      return length;
    },
    pop(this: object) {
      const address = addressOf(this);
      const length = elements.length(address);
      if (length === 0) return undefined;
      const value = element(address, length - 1);
      properties.setLength(address, length - 1);
      return value;
    },
    forEach(this: object, visit: Visit, self?: unknown) {
      if (typeof visit !== 'function') return void forEachOther.call(this, visit);
      const address = addressOf(this);
      const length = elements.length(address);
      for (let i = 0; i < length; i++) {
        const value = properties.element(address, i);
        if (value === absent) i = lastHole(address, i);
        else visit.call(self, value, i, this);
      }
    },
    map(this: object, visit: Visit, self?: unknown) {
      if (typeof visit !== 'function') return mapOther.call(this, visit);
      const address = addressOf(this);
      const result: unknown[] = new Array(elements.length(address));
      for (let i = 0; i < result.length; i++) {
        const value = properties.element(address, i);
        if (value === absent) i = lastHole(address, i);
        else result[i] = visit.call(self, value, i, this);
      }
      return result;
    },
    reduce(this: object, ...args: unknown[]) {
      const [f] = args;
      if (typeof f !== 'function') return reduceOther.apply(this, args);
      const address = addressOf(this);
      const length = elements.length(address);
      let result: unknown = args.length > 1 ? args[1] : absent;
      for (let i = 0; i < length; i++) {
        const value = properties.element(address, i);
        if (value === absent) i = lastHole(address, i);
        else if (result === absent) result = value;
        else result = (f as (...all: unknown[]) => unknown)(result, value, i, this);
      }
      return result === absent ? reduceOther.apply(this, args) : result;
    },
    some: visiting('some', (view, f, self) => search(view, f, self, false) >= 0),
    every: visiting(
      'every',
      (view, f, self) => search(view, (...all) => !f.apply(self, all), self, false) < 0,
    ),
    findIndex: visiting('findIndex', (view, f, self) => search(view, f, self, true)),
    find: visiting('find', (view, f, self) => {
      let found: unknown;
      const isTrue: Visit = (value, i, array) => {
        found = value;
        return f.call(self, value, i, array);
      };
      return search(view, isTrue, self, true) < 0 ? undefined : found;
    }),
    filter: visiting('filter', (view, f, self) => {
      const kept: unknown[] = [];
      search(
        view,
        (value, i, array) => void (f.call(self, value, i, array) && kept.push(value)),
        self,
        false,
      );
      return kept;
    }),
    keys(this: object) {
      return walk(this, index => index);
    },
    values(this: object) {
      return walk(this, valueAt);
    },
    entries(this: object) {
      return walk(this, (index, address) => [index, element(address, index)]);
    },
  };
  members[Symbol.iterator] = members['values'];
  // For the other methods a Proxy is fast enough: Array's own code runs them on the full object.
  for (const name of Reflect.ownKeys(Array.prototype)) {
    const method: unknown = Reflect.get(Array.prototype, name);
    if (OF_NATIVES.has(name) || typeof method !== 'function' || Object.hasOwn(members, name)) continue;
    members[name] = generic(heap, method);
  }
  return prototype(Array.prototype, members);
}

/** Methods that also read elements or arguments: the replacements of the language's own work on views (natives.ts). */
const OF_NATIVES: ReadonlySet<PropertyKey> = new Set([
  ...['constructor', 'flat', 'flatMap', 'toLocaleString'],
]);

const ITERATOR = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object;

/** Methods that only read elements and call nothing. In a sparse array the engine skips holes, but it asks a Proxy for each. */
const READING = /^(concat|includes|(lastI|i)ndexOf|slice)$/;

function isArrayView(value: unknown): value is object {
  return Array.isArray(value) && Stamp.of(value) !== 0;
}

/** A method of Array on the full object, or on a copy. */
function generic({ full, properties }: Parts, method: Function) {
  const isReading = READING.test(method.name);
  // It reads all elements, also those of arrays among its arguments.
  const isConcat = method.name === 'concat';
  const copied = (value: unknown): unknown => (isArrayView(value) ? full.copy(value) : value);
  return function (this: object, ...args: unknown[]): unknown {
    const isCopied =
      isConcat || (isReading && isArrayView(this) && properties.elements.isSparse(Stamp.of(this)));
    const object = isCopied ? copied(this) : full.of(this);
    return full.viewOf(method.apply(object, isConcat ? args.map(copied) : args) as unknown);
  };
}
