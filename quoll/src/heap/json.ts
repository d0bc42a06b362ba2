/** `JSON.stringify` of shared objects at any place in a value. */
import { apply, get } from './raw.js';

/** The part of `JSON.stringify` that views use. */
export class Json {
  /**
   * Whether it runs now; then views return a function for `toJSON`. If the built-in function is not
   * replaced, it may run at any time.
   */
  isRunning = true;
  /**
   * Whether the program may have methods `toJSON`. The engine does not call `toJSON` of what one of them returns, so a shared object would
   * be empty there.
   */
  hasMethods = false;
  /** The plain copies passed to it, with their views. */
  readonly views = new WeakMap<object, object>();
  /** The copies of the current run, one for each view, so that the engine detects cycles. */
  copies: Map<object, object> | undefined;

  copyOf(view: object, plain: (view: object) => object): object {
    const known = this.copies?.get(view);
    if (known) return known;
    const copy = plain(view);
    this.copies?.set(view, copy);
    this.views.set(copy, view);
    return copy;
  }
}

type Stringify = (this: unknown, ...args: unknown[]) => unknown;

/** Views return plain copies, one level deep. A function that replaces values gets the views themselves. */
export function stringifyWith(native: Function, json: Json, whole: (value: unknown) => unknown): Stringify {
  const viewOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? (json.views.get(value) ?? value) : value;
  json.isRunning = false;
  const outside = <R>(f: () => R): R => {
    json.isRunning = false;
    try {
      return f();
    } finally {
      json.isRunning = true;
    }
  };
  return function (value, replacer, ...rest) {
    const { isRunning: wasRunning, copies } = json;
    json.isRunning = true;
    json.copies = new Map();
    try {
      if (typeof replacer === 'function') {
        const replace = function (this: unknown, key: string, found: unknown): unknown {
          return outside(() => whole(apply(replacer, viewOf(this), [key, viewOf(found)])));
        };
        return apply(native, this, [value, replace, ...rest]);
      }
      const names = whole(replacer);
      if (!json.hasMethods) return apply(native, this, [value, names, ...rest]);
      const pick: (found: unknown) => unknown = Array.isArray(names) ? picking(names) : found => found;
      const returned = (_: string, found: unknown) => pick(whole(found));
      return apply(native, this, [value, returned, ...rest]);
    } finally {
      json.isRunning = wasRunning;
      json.copies = copies;
    }
  };
}

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;
/** Objects that stand for the values in them. */
const BOXES = [String, Number, Boolean, BigInt];

/**
 * Stands for a list of the properties to include, which the engine does not accept together with a function: each object is represented by
 * one that has only these, in the order of the list, and reads them when the engine does.
 */
function picking(names: readonly unknown[]): (found: unknown) => unknown {
  const isName = (name: unknown) =>
    typeof name === 'string' || typeof name === 'number' || name instanceof String || name instanceof Number;
  const list = [...new Set(names.filter(isName).map(String))];
  const shown = { enumerable: true, configurable: true };
  /** One for each object, so that the engine detects cycles. */
  const picked = new Map<object, object>();
  return found => {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return found;
    if (BOXES.some(box => found instanceof box) || isRaw(found)) return found;
    let known = picked.get(found);
    if (!known) {
      known = new OwnProxy(Object.create(null) as object, {
        ownKeys: () => list,
        getOwnPropertyDescriptor: () => shown,
        get: (_, name) => get(found, name) as unknown,
      });
      picked.set(found, known);
    }
    return known;
  };
}

/** Whether an object is one of `JSON.rawJSON`, which not all engines have. */
function isRaw(object: object): boolean {
  return (JSON as { isRawJSON?: (value: object) => boolean }).isRawJSON?.(object) === true;
}
