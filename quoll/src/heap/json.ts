/** `JSON.stringify` of values that are shared, or hold shared objects. */
import { accepts } from './copies.js';
import { apply, get } from './raw.js';
import { Stamp } from './stamp.js';

type Convert = (value: unknown) => unknown;
type Stringify = (this: unknown, ...args: unknown[]) => unknown;

/** What `JSON.stringify` needs of the heap. */
export interface Reading {
  /** A plain copy of a shared object, one level deep. */
  copy(view: object): object;
  /** The present value of a property. */
  read(view: object, name: PropertyKey): unknown;
}

/**
 * Replaces each shared object that the engine meets. It asks a value for its method `toJSON`, then calls the replacer, and only then looks
 * into the object; so the replacer also sees what any method `toJSON` returns.
 */
export function stringifyWith(native: Function, reading: Reading, whole: Convert): Stringify {
  return function (value, replacer, ...rest) {
    const showing = new Showing(reading);
    if (typeof replacer === 'function') {
      const replace = function (this: unknown, key: string, found: unknown): unknown {
        return showing.show(apply(replacer, showing.viewOf(this), [key, found]));
      };
      return apply(native, this, [value, replace, ...rest]);
    }
    const names = whole(replacer);
    // Of values that are no objects the engine asks only BigInts for a method.
    const isSimple = value === null || (typeof value !== 'object' && typeof value !== 'function');
    if (isSimple && typeof value !== 'bigint') return apply(native, this, [value, names, ...rest]);
    const show = (_: string, found: unknown): unknown => showing.show(found);
    if (!Array.isArray(names)) return apply(native, this, [value, show, ...rest]);
    const pick = picking(names);
    return apply(native, this, [value, (_: string, found: unknown) => pick(showing.show(found)), ...rest]);
  };
}

/** One run of `JSON.stringify`. */
class Showing {
  /** The representation of each shared object: only one, so that the engine detects cycles. */
  private readonly shown = new Map<object, object>();
  private readonly views = new Map<object, object>();

  constructor(private readonly reading: Reading) {}

  /**
   * Represents a shared object: a copy tells the engine the names, and each value is read when the engine asks for it, because a method
   * `toJSON` or a replacer that runs before may change it.
   */
  show(value: unknown): unknown {
    if (typeof value !== 'object' || Stamp.of(value) === 0) return value;
    const view = value as object;
    let made = this.shown.get(view);
    if (!made) {
      const { reading } = this;
      made = new OwnProxy(reading.copy(view), { get: (_, name) => reading.read(view, name) });
      this.shown.set(view, made);
      this.views.set(made, view);
    }
    return made;
  }

  /** The shared object that a value represents; any other value as it is. */
  viewOf(value: unknown): unknown {
    return this.views.get(value as object) ?? value;
  }
}

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;
/** Methods that accept only objects which stand for the value in them. */
const BOXED = [String, Number, Boolean, BigInt].map(
  box => [box as Function, box.prototype.valueOf as Function] as const,
);

/**
 * Stands for a list of the properties to include, which the engine does not accept together with a function: each object is represented by
 * one that has only these, in the order of the list, and reads them when the engine does.
 */
function picking(names: readonly unknown[]): Convert {
  const isName = (name: unknown) =>
    typeof name === 'string' || typeof name === 'number' || name instanceof String || name instanceof Number;
  const list = [...new Set(names.filter(isName).map(String))];
  const shown = { enumerable: true, configurable: true };
  /** One for each object, so that the engine detects cycles. */
  const picked = new Map<object, object>();
  return found => {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return found;
    if (isBoxed(found) || isRaw(found)) return found;
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

/** Whether an object stands for a value; one that only inherits from such a class does not. */
function isBoxed(object: object): boolean {
  return BOXED.some(([box, valueOf]) => object instanceof box && accepts(valueOf, object));
}

/** Whether an object is one of `JSON.rawJSON`, which not all engines have. */
function isRaw(object: object): boolean {
  return (JSON as { isRawJSON?: (value: object) => boolean }).isRawJSON?.(object) === true;
}
