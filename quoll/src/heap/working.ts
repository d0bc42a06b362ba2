/**
 * Functions of the language that may call the program while they go over an object: through `valueOf`, `toString`, a getter, a reviver. The
 * program may share the object there. So while one of them works, what becomes shared keeps accessors (kept.ts), through which the function
 * continues; what it then changes in the view itself, it changes in the shared object. A Map or Set cannot have accessors for its entries,
 * so sharing it there is refused.
 */
import { WALKING } from '../contract/calls.js';
import { blame } from '../contract/stack.js';
import type { Kept } from './kept.js';
import { apply, defineProperty } from './raw.js';
import { type Native, replace, type Wrap } from './replacing.js';
import { isObject, isView } from './stamp.js';

/** Methods of arrays that call nothing, or only a function that they get, which `Natives.watch` watches. */
const CALM: ReadonlySet<PropertyKey> = new Set([
  ...['constructor', 'entries', 'keys', 'pop', 'push', 'reverse', 'shift', 'toReversed', 'unshift', 'values'],
  ...WALKING.split(' '),
  Symbol.iterator,
]);

/** Methods of arrays that convert their arguments, but no elements. */
const CONVERTING: ReadonlySet<PropertyKey> = new Set([
  ...['at', 'copyWithin', 'fill', 'flat', 'includes', 'indexOf', 'lastIndexOf', 'slice', 'splice'],
  ...['toSpliced', 'with'],
]);

/** The engine inlines a search only without an index that is undefined. */
const search = (native: Call, self: unknown, value: unknown, from: unknown): unknown =>
  from === undefined ? native.call(self, value) : native.call(self, value, from);

/** As it was when this module started. */
const { isArray } = Array;

type Call = { call(self: unknown, first: unknown, second?: unknown): unknown };

/**
 * Frequent methods that convert an argument, each in code of its own, into which the engine inlines its method. On the view of an array, which is
 * empty itself, they find nothing; then, on objects that are no arrays, and if the argument is an object, `general` does the work.
 */
const QUICK: Readonly<Record<string, (native: Call, general: Native) => Native>> = {
  at: (native, general) =>
    function (index) {
      if (isObject(index) || !isArray(this)) return apply(general, this, [index]);
      const found = native.call(this, index);
      return found === undefined && isView(this) ? apply(general, this, [index]) : found;
    },
  includes: (native, general) =>
    function (value, from) {
      if (isObject(from) || !isArray(this)) return apply(general, this, [value, from]);
      return search(native, this, value, from) || (isView(this) && apply(general, this, [value, from]));
    },
  indexOf: (native, general) =>
    function (value, from) {
      if (isObject(from) || !isArray(this)) return apply(general, this, [value, from]);
      const found = search(native, this, value, from);
      return found === -1 && isView(this) ? apply(general, this, [value, from]) : found;
    },
  slice: (native, general) =>
    function (start, end) {
      if (isObject(start) || isObject(end) || !isArray(this)) return apply(general, this, [start, end]);
      const found = native.call(this, start, end) as readonly unknown[];
      return found.length === 0 && isView(this) ? apply(general, this, [start, end]) : found;
    },
};

/** A function with its own `call`, which no program can replace, because the program has another function in its place. */
function calledDirectly(native: Function): Call {
  defineProperty(native, 'call', { value: Function.prototype.call });
  return native as unknown as Call;
}

export class Working {
  private depth = 0;
  /** What has become shared while a function was working. */
  private readonly shared: object[] = [];

  constructor(private readonly kept: Kept) {}

  /** An object has just become a view. */
  readonly moved = (object: object): void => {
    if (this.depth === 0) return;
    this.kept.lend(object);
    this.shared.push(object);
  };

  /** Counts a function as working while it runs. On a view a method is `onView`, if there is one. */
  private around(native: Function, onView?: Function): Native {
    const run = (self: unknown, args: unknown[]) => this.run(native, self, args);
    return function (...args) {
      return onView && isView(this) ? apply(onView, this, args) : run(this, args);
    };
  }

  /** As around, if the function gets an object, which it may convert. The engine inlines calls with few arguments. */
  private aroundConverting(native: Function, onView: Function = native): Native {
    const run = (self: unknown, args: unknown[]) => this.run(native, self, args);
    return function (first?: unknown, second?: unknown, third?: unknown) {
      if (isView(this)) return apply(onView, this, [...arguments]);
      switch (arguments.length) {
        case 0:
          return apply(native, this, []);
        case 1:
          if (!isObject(first)) return apply(native, this, [first]);
          break;
        case 2:
          if (!isObject(first) && !isObject(second)) return apply(native, this, [first, second]);
          break;
        case 3:
          if (!isObject(first) && !isObject(second) && !isObject(third))
            return apply(native, this, [first, second, third]);
      }
      return run(this, [...arguments]);
    };
  }

  private run(native: Function, self: unknown, args: unknown[]): unknown {
    const { shared } = this;
    const before = shared.length;
    this.depth++;
    try {
      const result: unknown = apply(native, self, args);
      if (shared.length > before) this.refuseCollections(native, [self, ...args], shared.slice(before));
      return result;
    } finally {
      this.depth--;
      for (let i = before; i < shared.length; i++) this.kept.settle(shared[i]!);
      if (this.depth === 0) shared.length = 0;
    }
  }

  private refuseCollections(native: Function, used: readonly unknown[], shared: readonly object[]): void {
    for (const object of used) {
      if (!(object instanceof Map || object instanceof Set) || !shared.includes(object)) continue;
      const what = object instanceof Map ? 'Map' : 'Set';
      throw blame(
        () =>
          new TypeError(
            `a ${what} became shared while ${native.name} worked on it, so that it found only a part: share the ${what} before`,
          ),
      );
    }
  }

  /** Replaces functions of this realm; `ofView` is what a method does on a view. */
  install(ofView: (native: Function) => Function | undefined): void {
    const replaceAll = (prototype: object, calm: ReadonlySet<PropertyKey>): void => {
      for (const name of Reflect.ownKeys(prototype)) {
        if (calm.has(name)) continue;
        replace(prototype, [name], native => {
          if (!CONVERTING.has(name)) return this.around(native, ofView(native));
          const general = this.aroundConverting(native, ofView(native));
          return QUICK[name as string]?.(calledDirectly(native), general) ?? general;
        });
      }
    };
    replaceAll(Array.prototype, CALM);
    replaceAll(Map.prototype, OF_KEYS);
    replaceAll(Set.prototype, OF_KEYS);
    const wrap: Wrap = native => this.around(native);
    const ofTyped = Object.getPrototypeOf(Uint8Array) as { prototype: object };
    replace(ofTyped, ['from'], wrap);
    replace(ofTyped.prototype, ['set'], wrap);
    replace(Object, ['assign', 'fromEntries'], wrap);
    replace(JSON, ['stringify'], wrap);
    replace(JSON, ['parse'], native => this.aroundConverting(native));
    replace(Promise, ['all', 'allSettled', 'any', 'race'], wrap);
    replace(String, ['raw'], wrap);
  }
}

/** Methods of Map and Set that call nothing, or only a function that they get. */
const OF_KEYS: ReadonlySet<PropertyKey> = new Set([
  ...['constructor', 'add', 'clear', 'delete', 'entries', 'forEach', 'get', 'has', 'keys', 'set', 'values'],
  Symbol.iterator,
]);
