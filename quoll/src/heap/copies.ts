/** Copies shared objects to plain ones, for functions that cannot read a view, such as `structuredClone`. */
import { isOfHost } from '../contract/messages.js';
import type { FullObjects } from './full.js';
import { MAP, SET } from './layout.js';
import type { Properties } from './properties.js';
import {
  apply,
  defineProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  keys,
  ownKeys,
  setPrototypeOf,
} from './raw.js';
import { Stamp } from './stamp.js';

export interface Views {
  /** The full object of a view; any other value as it is. */
  readonly whole: (value: unknown) => unknown;
  /** The view of a full object; any other value as it is. */
  readonly regain: (value: unknown) => unknown;
  /** The object behind a stand-in; any other value as it is. */
  readonly own: <T>(value: T) => T;
  readonly full: FullObjects;
  readonly properties: Properties;
}

/** One copy of a value and all that it holds, with plain objects in place of views. What neither is nor holds a shared object stays as it is. */
export class Copying {
  private readonly known = new Map<object, object>();
  /** The objects that have been searched for shared ones, with those that hold them. */
  private readonly holders = new Map<object, object[]>();
  /** Shared objects, and those that hold one. */
  private readonly copied = new Set<object>();

  constructor(protected readonly views: Views) {}

  of(given: unknown): unknown {
    const value = this.own(given);
    if (!isObject(value)) return value;
    const known = this.known.get(value);
    if (known !== undefined) return known;
    if (!this.holders.has(value)) this.search(value);
    if (!this.copied.has(value)) return value;
    const { whole, regain, full, properties } = this.views;
    const view = regain(value) as object;
    const source = whole(view) as object;
    const address = Stamp.of(view);
    const kind = address === 0 ? 0 : properties.kind(address);
    const isNative = kind !== 0 && kind !== MAP && kind !== SET && full.isNative(view);
    const copy = isNative ? full.copy(view) : this.empty(source, kind);
    this.known.set(value, copy);
    this.fill(copy, source, isNative);
    if (copy instanceof Map)
      eachOf(view, (item, key) => apply(setEntry, copy, [this.of(key), this.of(item)]));
    if (copy instanceof Set) eachOf(view, item => apply(addElement, copy, [this.of(item)]));
    return copy;
  }

  /** The object that is copied for a value. */
  protected own(value: unknown): unknown {
    return this.views.own(value);
  }

  /** An object of the same kind as `source`, without its contents; `kind` is that of a shared one. */
  protected empty(source: object, kind: number): object {
    if (Array.isArray(source)) return new Array<unknown>(source.length);
    if (kind === MAP || (kind === 0 && isMap(source))) return new Map();
    if (kind === SET || (kind === 0 && isSet(source))) return new Set();
    if (source instanceof Date && accepts(getTime, source))
      return new Date(apply(getTime, source, []) as number);
    if (source instanceof RegExp)
      return Object.assign(new RegExp(source.source, source.flags), { lastIndex: source.lastIndex });
    if (!(source instanceof Error)) return {};
    const error = isOfHost(source) ? new DOMException(source.message, source.name) : new Error();
    return setPrototypeOf(error, getPrototypeOf(source));
  }

  /** Gives a copy its properties. A native one has them already; those of an error, and its cause, may be shared. */
  protected fill(copy: object, source: object, isNative: boolean): void {
    const isError = copy instanceof Error;
    if (isNative && !isError) return;
    const from = isNative ? copy : source;
    for (const name of isError ? ownKeys(from) : keys(from)) {
      const { enumerable } = getOwnPropertyDescriptor(from, name)!;
      const value = this.of(get(from, name));
      defineProperty(copy, name, { value, writable: true, enumerable: enumerable!, configurable: true });
    }
  }

  /** Finds out which of the objects that can be reached from `root` are shared or hold a shared one. */
  private search(root: object): void {
    const found = [root];
    const copied: object[] = [];
    this.holders.set(root, []);
    for (const object of found) {
      const add = (given: unknown): void => {
        const item = this.own(given);
        if (item !== given) copied.push(object);
        if (!isObject(item)) return;
        const holders = this.holders.get(item);
        if (holders) holders.push(object);
        else {
          this.holders.set(item, [object]);
          found.push(item);
        }
        if (this.copied.has(item)) copied.push(object);
      };
      if (Stamp.of(this.views.regain(object) as object) !== 0 || this.look(object, add)) copied.push(object);
    }
    for (const object of copied) {
      if (this.copied.has(object)) continue;
      this.copied.add(object);
      for (const holder of this.holders.get(object)!) copied.push(holder);
    }
  }

  /** Gives what an object that is not shared holds; returns whether it may hold more, which only its own code can tell. */
  protected look(object: object, add: (item: unknown) => void): boolean {
    if (ArrayBuffer.isView(object)) return false;
    if (isMap(object) || isSet(object))
      eachOf(object, (item, key) => {
        add(key);
        add(item);
      });
    let isUnknown = false;
    for (const name of ownKeys(object)) {
      const property = getOwnPropertyDescriptor(object, name)!;
      if ('value' in property) add(property.value);
      else isUnknown ||= property.enumerable === true;
    }
    return isUnknown;
  }
}

const { getTime } = Date.prototype;
const { forEach: eachEntry, set: setEntry } = Map.prototype;
const { forEach: eachElement, add: addElement } = Set.prototype;
const entryCount = getOwnPropertyDescriptor(Map.prototype, 'size')!.get!;
const elementCount = getOwnPropertyDescriptor(Set.prototype, 'size')!.get!;

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a method of the language accepts an object; one that only inherits from its class does not have its inside. */
export function accepts(method: Function, object: object): boolean {
  try {
    apply(method, object, []);
    return true;
  } catch {
    return false;
  }
}

export const isMap = (object: object): boolean => object instanceof Map && accepts(entryCount, object);
export const isSet = (object: object): boolean => object instanceof Set && accepts(elementCount, object);

/** Visits the elements of a Map or Set; of one that is not shared with the language's own method, because a class may have another. */
export function eachOf(collection: object, visit: (item: unknown, key: unknown) => void): void {
  if (Stamp.of(collection) !== 0) (collection as Map<unknown, unknown>).forEach(visit);
  else apply(isMap(collection) ? eachEntry : eachElement, collection, [visit]);
}
