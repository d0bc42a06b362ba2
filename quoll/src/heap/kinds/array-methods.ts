/** Array's methods over shared elements: what Array.prototype does to views. */
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
    if (address === 0) throw new TypeError('this array is not shared');
    return address;
  };
  const element = (address: number, index: number): unknown => {
    const value = properties.element(address, index);
    return value === absent ? undefined : value;
  };
  function* iterate<R>(view: object, pick: (index: number, value: unknown) => R): Generator<R> {
    const address = addressOf(view);
    for (let i = 0; i < elements.length(address); i++) yield pick(i, element(address, i));
  }
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
    forEach(this: object, visit: (value: unknown, index: number, array: object) => void, self?: unknown) {
      const address = addressOf(this);
      const length = elements.length(address);
      for (let i = 0; i < length; i++) {
        const value = properties.element(address, i);
        if (value !== absent) visit.call(self, value, i, this);
      }
    },
    map(this: object, visit: (value: unknown, index: number, array: object) => unknown, self?: unknown) {
      const address = addressOf(this);
      const result: unknown[] = new Array(elements.length(address));
      for (let i = 0; i < result.length; i++) {
        const value = properties.element(address, i);
        if (value !== absent) result[i] = visit.call(self, value, i, this);
      }
      return result;
    },
    keys(this: object) {
      return iterate(this, index => index);
    },
    values(this: object) {
      return iterate(this, (_, value) => value);
    },
    entries(this: object) {
      return iterate(this, (index, value) => [index, value]);
    },
  };
  members[Symbol.iterator] = members['values'];
  // For the others a Proxy is fast enough: Array's own code runs them on the full object.
  for (const name of Reflect.ownKeys(Array.prototype)) {
    const method: unknown = Reflect.get(Array.prototype, name);
    if (OF_NATIVES.has(name) || typeof method !== 'function' || Object.hasOwn(members, name)) continue;
    members[name] = generic(heap, method);
  }
  return prototype(Array.prototype, members);
}

/** Methods that look into elements or arguments too: those of the language itself are right on views (natives.ts). */
const OF_NATIVES: ReadonlySet<PropertyKey> = new Set(['constructor', 'flat', 'flatMap']);

const { concat } = Array.prototype;

/** A method of Array on the full object. */
function generic({ full }: Parts, method: Function) {
  return function (this: object, ...args: unknown[]): unknown {
    // `concat` asks its arguments for their elements.
    const given =
      method === concat ? args.map(arg => (Stamp.of(arg) === 0 ? arg : full.of(arg as object))) : args;
    return full.viewOf(method.apply(full.of(this), given) as unknown);
  };
}
