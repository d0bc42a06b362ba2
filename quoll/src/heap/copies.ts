/** Copies shared objects to plain ones, for functions of the engine that cannot read a view, such as `structuredClone`. */
import type { FullObjects } from './full.js';
import { MAP, SET } from './layout.js';
import type { Properties } from './properties.js';
import {
  defineProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  keys,
  ownKeys,
  setPrototypeOf,
} from './raw.js';
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

  /** A value with plain copies in place of views, also in plain objects. */
  of(value: unknown): unknown {
    return new Copying(this.views, false).of(value);
  }

  /** As `of`; the copies have the prototypes of the originals, also of instances of classes. */
  equal(value: unknown): unknown {
    return new Copying(this.views, true).of(value);
  }
}

/** One copy of a value and all that it holds. */
class Copying {
  private readonly known = new Map<object, object>();

  constructor(
    private readonly views: Views,
    private readonly keepsPrototypes: boolean,
  ) {}

  of(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const { whole, regain, full, properties } = this.views;
    const view = regain(value) as object;
    const source = whole(view) as object;
    const address = Stamp.of(view);
    const kind = address === 0 ? 0 : properties.kind(address);
    if (value instanceof Map || kind === MAP) {
      const copy = this.note(value, source, new Map<unknown, unknown>());
      for (const [key, item] of view as Map<unknown, unknown>) copy.set(this.of(key), this.of(item));
      return copy;
    }
    if (value instanceof Set || kind === SET) {
      const copy = this.note(value, source, new Set<unknown>());
      for (const item of view as Set<unknown>) copy.add(this.of(item));
      return copy;
    }
    if (kind !== 0 && full.isNative(view)) {
      const copy = this.note(value, source, full.copy(view));
      if (copy instanceof Error) this.copyContents(copy);
      return copy;
    }
    if (address === 0 && source === value && !this.isCopied(value)) return value;
    const copy = this.note(value, source, Array.isArray(source) ? new Array<unknown>(source.length) : {});
    for (const name of this.keepsPrototypes ? ownKeys(source) : keys(source)) {
      if (getOwnPropertyDescriptor(source, name)?.enumerable !== true) continue;
      const item = this.of(get(source, name));
      defineProperty(copy, name, { value: item, writable: true, enumerable: true, configurable: true });
    }
    return copy;
  }

  /** Copies the properties and the cause of the copy of an error. */
  private copyContents(error: Error): void {
    for (const name of ownKeys(error)) {
      const property = getOwnPropertyDescriptor(error, name)!;
      if ('value' in property) defineProperty(error, name, { ...property, value: this.of(property.value) });
    }
  }

  /** Whether an object that is not shared is copied, because it may hold shared ones; one of the host is not. */
  private isCopied(object: object): boolean {
    const prototype: unknown = getPrototypeOf(object);
    if (Array.isArray(object) || prototype === Object.prototype || prototype === null) return true;
    const { regain, whole } = this.views;
    return (
      this.keepsPrototypes &&
      keys(object).some(name => {
        const item: unknown = get(object, name);
        return regain(item) !== item || whole(item) !== item;
      })
    );
  }

  private note<C extends object>(value: object, source: object, copy: C): C {
    this.known.set(value, copy);
    if (this.keepsPrototypes) setPrototypeOf(copy, getPrototypeOf(source));
    return copy;
  }
}
