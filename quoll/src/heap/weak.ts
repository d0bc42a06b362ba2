/**
 * Weak collections. A shared object refers to others through the heap, not through JavaScript, so the engine may drop a view although the
 * program can reach its object, and the next read makes another one. In the main realm, views that the program uses as keys of weak
 * collections, or as targets of weak references, are therefore held (`WeakCache.noteKey`).
 *
 * The run time's own collections have native methods, which hold nothing.
 */
import { apply, construct, defineProperty } from './raw.js';

export class OwnWeakMap<K extends WeakKey, V> extends WeakMap<K, V> {}
export class OwnWeakSet<K extends WeakKey> extends WeakSet<K> {}
// The program may replace the methods of all others.
for (const name of ['get', 'set', 'has', 'delete'] as const)
  pin(OwnWeakMap.prototype, name, WeakMap.prototype[name]);
for (const name of ['add', 'has', 'delete'] as const)
  pin(OwnWeakSet.prototype, name, WeakSet.prototype[name]);

export const OwnWeakRef = WeakRef;

function pin(prototype: object, name: string, value: Function): void {
  defineProperty(prototype, name, { value, configurable: true, writable: true });
}

/** Replaces the functions by which the program makes weak references: `note` gets each object before, `stand` each replacement. */
export function noteKeys(
  note: (key: unknown) => void,
  stand: (made: Function, native: Function) => void,
): void {
  wrap(WeakMap.prototype, 'set', note, stand);
  wrap(WeakSet.prototype, 'add', note, stand);
  wrap(FinalizationRegistry.prototype, 'register', note, stand);
  const noting = new Proxy(OwnWeakRef, {
    construct: (target, args: [WeakKey], derived: Function) => {
      note(args[0]);
      return construct(target, args, derived) as object;
    },
  });
  stand(noting, OwnWeakRef);
  pin(WeakRef.prototype, 'constructor', noting);
  pin(globalThis, 'WeakRef', noting);
}

function wrap(
  prototype: object,
  name: string,
  note: (key: unknown) => void,
  stand: (made: Function, native: Function) => void,
): void {
  const native = Reflect.get(prototype, name) as Function;
  const noting = new Proxy(native, {
    apply: (target, self, args: unknown[]) => {
      note(args[0]);
      return apply(target, self, args) as unknown;
    },
  });
  stand(noting, native);
  pin(prototype, name, noting);
}
