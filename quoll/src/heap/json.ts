/** `JSON.stringify` of shared objects at any place in a value. */
import { apply } from './raw.js';

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
      const returned = (_: string, found: unknown) => whole(found);
      if (!Array.isArray(names)) return apply(native, this, [value, returned, ...rest]);
      const text = apply(native, this, [value, returned]) as string | undefined;
      return text === undefined ? text : apply(native, this, [JSON.parse(text), names, ...rest]);
    } finally {
      json.isRunning = wasRunning;
      json.copies = copies;
    }
  };
}
