/**
 * Methods of Map and Set that a package takes from their prototypes and calls on an object, to find out what it is. They refuse a stand-in, which is a
 * Proxy; then the stand-in's own method answers.
 */
import { apply, get, getOwnPropertyDescriptor, ownKeys } from './raw.js';
import { replace, replaceGetter, type Wrap } from './replacing.js';

/**
 * The methods that the engine itself looks for when it fills a collection or iterates over one stay as they are, because it is much faster with its
 * own.
 */
export function acceptStandIns(isStandIn: (value: object) => boolean): void {
  for (const base of [Map, Set]) {
    const { prototype } = base;
    const accepting =
      (name: PropertyKey, isGetter: boolean): Wrap =>
      native => {
        // The engine inlines this if it gets as many arguments as the caller gives, and a `try` costs nothing.
        const called = Function.prototype.call.bind(native) as (...args: unknown[]) => unknown;
        return function (this: unknown, ...args: unknown[]): unknown {
          try {
            return called(this, ...args);
          } catch (error) {
            if (!(this instanceof base) || !isStandIn(this)) throw error;
            const own = get(this, name) as unknown;
            return isGetter ? own : apply(own as Function, this, args);
          }
        };
      };
    const members = prototype as unknown as Record<PropertyKey, unknown>;
    const kept = [base, members[Symbol.iterator], members['set'], members['add']];
    for (const name of ownKeys(prototype)) {
      const { value, get: getter } = getOwnPropertyDescriptor(prototype, name)!;
      if (getter) replaceGetter(prototype, name, accepting(name, true));
      else if (!kept.includes(value)) replace(prototype, [name], accepting(name, false));
    }
  }
}
