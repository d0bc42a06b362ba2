/** `JSON.stringify` of values that are shared, or hold shared objects. */
import { accepts } from './copies.js';
import { apply, get } from './raw.js';

type Convert = (value: unknown) => unknown;
type Stringify = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Replaces each shared object that the engine meets by its full object, whose values are read when the engine asks for them. It asks a value for
 * its method `toJSON`, then calls the replacer, and only then looks into the object; so the replacer also sees what any method `toJSON` returns.
 */
export function stringifyWith(native: Function, whole: Convert, viewOf: Convert): Stringify {
  const show = (_: string, found: unknown): unknown => whole(found);
  return function (value, replacer, ...rest) {
    if (typeof replacer === 'function') {
      const replace = function (this: unknown, key: string, found: unknown): unknown {
        return whole(apply(replacer, viewOf(this), [key, found]));
      };
      return apply(native, this, [value, replace, ...rest]);
    }
    const names = whole(replacer);
    // Of values that are no objects the engine asks only BigInts for a method.
    const isSimple = value === null || (typeof value !== 'object' && typeof value !== 'function');
    if (isSimple && typeof value !== 'bigint') return apply(native, this, [value, names, ...rest]);
    if (!Array.isArray(names)) return apply(native, this, [value, show, ...rest]);
    const pick = picking(names);
    return apply(native, this, [value, (_: string, found: unknown) => pick(whole(found)), ...rest]);
  };
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
