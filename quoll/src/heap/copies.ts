/** Copies shared objects to plain ones, for functions of the engine that cannot read a view, such as `structuredClone`. */
import type { FullObjects } from './full.js';
import { MAP, SET } from './layout.js';
import type { Properties } from './properties.js';
import {
  apply,
  defineProperty,
  deleteProperty,
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

  /**
   * As `of`; the copies have the prototypes of the originals, also of instances of classes. `own` gives the object behind a stand-in, which
   * Node may not know for what it stands for.
   */
  equal(value: unknown, own: (value: unknown) => unknown): unknown {
    return new Copying(this.views, true, own).of(value);
  }
}

/** One copy of a value and all that it holds. What neither is nor holds a shared object stays as it is. */
class Copying {
  private readonly known = new Map<object, object>();
  /** The objects that have been searched for shared ones, with those that hold them. */
  private readonly holders = new Map<object, object[]>();
  /** Shared objects, and those that hold one. */
  private readonly copied = new Set<object>();

  constructor(
    private readonly views: Views,
    private readonly keepsPrototypes: boolean,
    private readonly own = (value: unknown): unknown => value,
  ) {}

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
    if (kind !== 0 && kind !== MAP && kind !== SET && full.isNative(view)) {
      const copy = this.note(value, source, full.copy(view));
      if (copy instanceof Error) this.copyContents(copy);
      return copy;
    }
    const copy = this.note(value, source, empty(source, kind));
    if (copy instanceof Map)
      eachOf(view, kind, (item, key) => apply(setEntry, copy, [this.of(key), this.of(item)]));
    if (copy instanceof Set) eachOf(view, kind, item => apply(addElement, copy, [this.of(item)]));
    for (const name of this.keepsPrototypes ? ownKeys(source) : keys(source)) {
      const property = getOwnPropertyDescriptor(source, name);
      if (!isCompared(source, property)) continue;
      const item = this.of('value' in property ? property.value : get(source, name));
      const { enumerable } = property;
      defineProperty(copy, name, {
        value: item,
        writable: true,
        enumerable: enumerable!,
        configurable: true,
      });
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
  private look(object: object, add: (item: unknown) => void): boolean {
    if (ArrayBuffer.isView(object)) return false;
    if (isMap(object)) {
      eachOf(object, 0, (item, key) => {
        add(key);
        add(item);
      });
    } else if (isSet(object)) eachOf(object, 0, add);
    // Other functions than those that compare take only arrays and plain objects apart.
    if (!this.keepsPrototypes && !isPlain(object)) return false;
    let isUnknown = false;
    for (const name of this.keepsPrototypes ? ownKeys(object) : keys(object)) {
      const property = getOwnPropertyDescriptor(object, name);
      if (!isCompared(object, property)) continue;
      if ('value' in property) add(property.value);
      else isUnknown ||= property.enumerable === true;
    }
    return isUnknown;
  }

  private note<C extends object>(value: object, source: object, copy: C): C {
    this.known.set(value, copy);
    if (this.keepsPrototypes) setPrototypeOf(copy, getPrototypeOf(source));
    return copy;
  }
}

const { forEach: eachEntry, set: setEntry, entries } = Map.prototype;
const { forEach: eachElement, add: addElement, values } = Set.prototype;
const entryCount = getOwnPropertyDescriptor(Map.prototype, 'size')!.get!;
const elementCount = getOwnPropertyDescriptor(Set.prototype, 'size')!.get!;
const { getTime } = Date.prototype;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isPlain(object: object): boolean {
  const prototype: unknown = getPrototypeOf(object);
  return Array.isArray(object) || prototype === Object.prototype || prototype === null;
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

/** The entries of a Map, without the methods of its class. */
export function entriesOf(map: object): Iterable<[unknown, unknown]> {
  const own = Stamp.of(map) === 0 ? (apply(entries, map, []) as unknown) : map;
  return own as Iterable<[unknown, unknown]>;
}

/** Likewise of a Set. */
export function elementsOf(set: object): Iterable<unknown> {
  return (Stamp.of(set) === 0 ? (apply(values, set, []) as unknown) : set) as Iterable<unknown>;
}

/** Visits the elements of a Map or Set; of one that is not shared with the language's own method, because a class may have another. */
function eachOf(collection: object, kind: number, visit: (item: unknown, key: unknown) => void): void {
  if (kind === MAP || kind === SET) (collection as Map<unknown, unknown>).forEach(visit);
  else apply(isMap(collection) ? eachEntry : eachElement, collection, [visit]);
}

/** Whether functions that compare objects look at a property: of errors also at hidden ones. */
function isCompared(
  object: object,
  property: PropertyDescriptor | undefined,
): property is PropertyDescriptor {
  return property !== undefined && (property.enumerable === true || object instanceof Error);
}

/** An object of the same kind as `source`, without its contents; `kind` is that of a shared one. */
function empty(source: object, kind: number): object {
  if (Array.isArray(source)) return new Array<unknown>(source.length);
  if (kind === MAP || (kind === 0 && isMap(source))) return new Map();
  if (kind === SET || (kind === 0 && isSet(source))) return new Set();
  if (source instanceof Date && accepts(getTime, source))
    return new Date(apply(getTime, source, []) as number);
  if (source instanceof RegExp)
    return Object.assign(new RegExp(source.source, source.flags), { lastIndex: source.lastIndex });
  if (!(source instanceof Error)) return {};
  const error = new Error();
  for (const name of ownKeys(error)) deleteProperty(error, name);
  return error;
}
