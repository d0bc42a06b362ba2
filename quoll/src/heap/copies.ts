/** Copies shared objects to plain ones, for functions of the engine that cannot read a view, such as `structuredClone`. */
import type { FullObjects } from './full.js';
import { MAP, SET } from './layout.js';
import type { Properties } from './properties.js';
import { defineProperty, getPrototypeOf } from './raw.js';
import { Stamp } from './stamp.js';

interface Views {
  /** The full object of a view; any other value as it is. */
  readonly whole: (value: unknown) => unknown;
  /** The view of a full object; any other value as it is. */
  readonly regain: (value: unknown) => unknown;
  readonly full: FullObjects;
  readonly properties: Properties;
}

export class PlainCopies {
  constructor(private readonly views: Views) {}

  /** A value with plain copies in place of views, also in plain objects; the value itself if it has no views. */
  of(value: unknown, known = new Map<unknown, unknown>()): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (known.has(value)) return known.get(value);
    const { whole, regain, full, properties } = this.views;
    const view = regain(value) as object;
    const source = whole(view) as object;
    const address = Stamp.of(view);
    const kind = address === 0 ? 0 : properties.kind(address);
    if (value instanceof Map || kind === MAP) {
      const copy = new Map<unknown, unknown>();
      known.set(value, copy);
      for (const [key, item] of view as Map<unknown, unknown>)
        copy.set(this.of(key, known), this.of(item, known));
      return copy;
    }
    if (value instanceof Set || kind === SET) {
      const copy = new Set<unknown>();
      known.set(value, copy);
      for (const item of view as Set<unknown>) copy.add(this.of(item, known));
      return copy;
    }
    if (kind !== 0 && full.isNative(view)) {
      const copy = full.copy(view);
      known.set(value, copy);
      return copy;
    }
    const isShared = source !== value || Stamp.of(value) !== 0;
    const prototype: unknown = getPrototypeOf(source);
    // An object of the host is copied unchanged.
    if (!isShared && !Array.isArray(value) && prototype !== Object.prototype && prototype !== null)
      return value;
    const copy: object = Array.isArray(source) ? new Array(source.length) : {};
    known.set(value, copy);
    for (const name of Object.keys(source)) {
      const item = this.of((source as Record<string, unknown>)[name], known);
      defineProperty(copy, name, { value: item, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  }
}
