/** Values of the host whose use stops a handler outside of the main realm, because it has effects outside of the program. */
import type { Contract } from '../contract/contract.js';
import { isActing, isCallingBack } from './acting.js';

/** A value of a module of Node, `require` if it has no name, wrapped if the module has such effects. */
export function guarded(specifier: string, value: unknown, what: string, contract: Contract): unknown {
  if (isCallingBack(specifier))
    return guard(value, what, contract, args => typeof args.at(-1) === 'function');
  return specifier === '' || isActing(specifier) ? guard(value, what, contract) : value;
}

/**
 * Wraps `value`: a call of one of its functions, or a change of it, stops a handler outside of the main realm. `acts` decides which
 * calls have effects outside of the program, and `isSame` which properties, by their paths, have the same value in all threads.
 */
export function guard(
  value: unknown,
  what: string,
  contract: Pick<Contract, 'needsMain'>,
  acts: (args: unknown[]) => boolean = () => true,
  isSame: (path: string) => boolean = () => true,
): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
  /** The wrapped properties, so that each is wrapped only once. */
  const guards = new Map<string, object>();
  const guarded: object = new Proxy(value, {
    get: (target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      const found: unknown = Reflect.get(target, key);
      const path = `${what}.${String(key)}`;
      // The language asks for `then` where a value is awaited.
      if (typeof key === 'string' && key !== 'then' && typeof found !== 'function' && !isSame(path))
        contract.needsMain(path);
      if (descriptor && !descriptor.configurable && !descriptor.writable) return found;
      // `instanceof` compares the prototype with those of unguarded objects.
      if (typeof key === 'symbol' || key === 'prototype') return found;
      const known = guards.get(key);
      if (known && behind.get(known) === found) return known;
      const made = guard(found, path, contract, acts, isSame);
      if (made !== found) guards.set(key, made as object);
      return made;
    },
    set: (target, key, changed) => {
      contract.needsMain(`${what}.${String(key)} = …`);
      return Reflect.set(target, key, changed);
    },
    deleteProperty: (target, key) => {
      contract.needsMain(`delete ${what}.${String(key)}`);
      return Reflect.deleteProperty(target, key);
    },
    apply: (target, self, args: unknown[]) => {
      if (acts(args)) contract.needsMain(what);
      return Reflect.apply(target as Function, behind.get(self as object) ?? self, args);
    },
    construct: (target, args: unknown[]) => {
      if (acts(args)) contract.needsMain(`new ${what}`);
      return Reflect.construct(target as Function, args) as object;
    },
  });
  behind.set(guarded, value);
  return guarded;
}

/** The values behind wrappers, because some methods of the host accept only its own objects. */
const behind = new WeakMap<object, object>();
