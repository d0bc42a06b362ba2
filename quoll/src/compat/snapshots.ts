/** The contents and properties of objects as they are now, and how to restore them. */
import {
  apply,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  ownKeys,
  setPrototypeOf,
} from '../heap/raw.js';
import { ordinary } from '../heap/stamp.js';

/** How to restore something, and about how many values that keeps. */
export interface Snapshot {
  readonly size: number;
  /** Throws a `Fixed` if the language does not allow it. */
  restore(): void;
}

/** What the language allows nobody to undo. */
export class Fixed extends Error {}
export const FROZEN = 'an object that it has frozen or sealed stays so';

const { is, isExtensible } = Object;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { prototype: map } = Map;
const { prototype: set } = Set;
const { prototype: date } = Date;
const native = {
  map: { size: getter(map, 'size'), each: map.forEach, clear: map.clear, put: map.set },
  set: { size: getter(set, 'size'), each: set.forEach, clear: set.clear, put: set.add },
  date: { get: date.getTime, put: date.setTime },
  source: getter(RegExp.prototype, 'source'),
  compile: RegExp.prototype.compile,
  buffer: {
    size: getter(ArrayBuffer.prototype, 'byteLength'),
    resize: (ArrayBuffer.prototype as { resize?: Function }).resize,
    ofData: getter(DataView.prototype, 'buffer'),
    ofTyped: getter(getPrototypeOf(Uint8Array.prototype) as object, 'buffer'),
    put: Uint8Array.prototype.set,
    slice: Uint8Array.prototype.slice,
  },
};

function getter(prototype: object, name: string): Function {
  return getOwnPropertyDescriptor(prototype, name)!.get!;
}

/** Whether a function of the language works on an object. */
function works(f: Function, object: object): boolean {
  try {
    apply(f, object, []);
    return true;
  } catch {
    return false;
  }
}

/** Whether a property is an element, or decides how many there are. */
export function isElement(object: object, key: PropertyKey): boolean {
  if (isArray(object)) return key === 'length' || isIndex(key);
  return isView(object) && isIndex(key);
}

function isIndex(key: PropertyKey): boolean {
  return typeof key === 'number'
    ? Number.isInteger(key) && key >= 0
    : typeof key === 'string' && /^\d+$/.test(key);
}

/** What an object holds apart from its properties; undefined if there is no such thing. */
export function contentsOf(object: object): Snapshot | undefined {
  if (isArray(object)) return elementsOf(object as unknown[]);
  if (isView(object)) return bytesOf(bufferOf(object));
  // Few of these methods are called, and each only once for an object.
  if (object instanceof Map && works(native.map.size, object)) return entriesOf(object, native.map);
  if (object instanceof Set && works(native.set.size, object)) return entriesOf(object, native.set);
  if (object instanceof Date && works(native.date.get, object)) {
    const time: unknown = apply(native.date.get, object, []);
    return { size: 1, restore: () => void apply(native.date.put, object, [time]) };
  }
  if (object instanceof RegExp && works(native.source, object)) return textOf(object);
  return object instanceof ArrayBuffer && works(native.buffer.size, object) ? bytesOf(object) : undefined;
}

/** Stands for an element that an array lacks. */
const HOLE = {};

/** An element that is no ordinary value: an accessor, or one that must not change. */
class Unusual {
  constructor(readonly descriptor: PropertyDescriptor) {}
}

/** An element as it is now, without running its getter: its value, a `HOLE` or an `Unusual`. */
function elementOf(array: unknown[], i: number): unknown {
  const descriptor = getOwnPropertyDescriptor(array, i);
  if (!descriptor) return HOLE;
  const { writable, enumerable, configurable } = descriptor;
  return writable && enumerable && configurable ? descriptor.value : new Unusual(descriptor);
}

/** Of longer arrays only the elements that they have are visited, if many are missing. */
export const LONG = 2 ** 16;

function elementsOf(array: unknown[]): Snapshot {
  const { length } = array;
  if (length > LONG && ownKeys(array).length < length / 2) {
    const kept = ofNames(array, () => ownKeys(array).filter(isIndex));
    return {
      size: kept.size,
      restore() {
        kept.restore();
        array.length = length;
      },
    };
  }
  const before: unknown[] = [];
  for (let i = 0; i < length; i++) before[i] = elementOf(array, i);
  const restore = (): void => {
    if (array.length !== length) array.length = length;
    for (let i = 0; i < length; i++) {
      const value = before[i];
      if (is(elementOf(array, i), value)) continue;
      if (value === HOLE) put(array, i, undefined);
      else if (value instanceof Unusual) defineProperty(array, i, value.descriptor);
      else defineProperty(array, i, ordinary(value));
    }
  };
  return { size: 1 + (length >> 3), restore };
}

function entriesOf(
  object: object,
  { each, clear, put: add }: { readonly each: Function; readonly clear: Function; readonly put: Function },
): Snapshot {
  const before: [unknown, unknown][] = [];
  apply(each, object, [(value: unknown, key: unknown) => void (before[before.length] = [key, value])]);
  const restore = (): void => {
    apply(clear, object, []);
    for (const entry of before) apply(add, object, entry);
  };
  return { size: 1 + before.length, restore };
}

/** Source and flags, and the position, which changes with them. */
function textOf(regExp: RegExp): Snapshot {
  const { lastIndex } = regExp;
  const text = (): string[] => [native.source, flagsOf].map(get => apply(get, regExp, []) as string);
  const [source, flags] = text();
  const restore = (): void => {
    const now = text();
    if (now[0] !== source || now[1] !== flags) apply(native.compile, regExp, [source, flags]);
    regExp.lastIndex = lastIndex;
  };
  return { size: 1, restore };
}

/** The getters of single flags, because `flags` reads the properties of these names. */
const FLAGS = Object.entries({
  ...{ d: 'hasIndices', g: 'global', i: 'ignoreCase', m: 'multiline' },
  ...{ s: 'dotAll', u: 'unicode', v: 'unicodeSets', y: 'sticky' },
})
  .filter(([, name]) => hasOwn(RegExp.prototype, name))
  .map(([flag, name]) => [flag, getter(RegExp.prototype, name)] as const);

function flagsOf(this: RegExp): string {
  return FLAGS.map(([flag, get]) => (apply(get, this, []) ? flag : '')).join('');
}

function bufferOf(view: ArrayBufferView): ArrayBufferLike {
  const get = view instanceof DataView ? native.buffer.ofData : native.buffer.ofTyped;
  return apply(get, view, []) as ArrayBufferLike;
}

function bytesOf(buffer: ArrayBufferLike): Snapshot {
  const { byteLength } = buffer;
  const before: unknown = apply(native.buffer.slice, new Uint8Array(buffer), []);
  const restore = (): void => {
    if (buffer.byteLength !== byteLength && native.buffer.resize)
      apply(native.buffer.resize, buffer, [byteLength]);
    apply(native.buffer.put, new Uint8Array(buffer), [before]);
  };
  return { size: 1 + (byteLength >> 7), restore };
}

/** All properties but elements, their order, the prototype, and whether there can be more. */
export function propertiesOf(object: object): Snapshot {
  const prototype = getPrototypeOf(object) as object | null;
  const wasExtensible = isExtensible(object);
  const { size, restore } = ofNames(object, () => namesOf(object));
  return {
    size,
    restore() {
      if (wasExtensible && !isExtensible(object)) throw new Fixed(FROZEN);
      if (getPrototypeOf(object) !== prototype) setPrototypeOf(object, prototype);
      restore();
    },
  };
}

/** The properties with some names, and their order. */
function ofNames(object: object, names: () => PropertyKey[]): Snapshot {
  const keys = names();
  const before = keys.map(key => getOwnPropertyDescriptor(object, key)!);
  const restore = (): void => {
    const now = names();
    if (now.length !== keys.length || now.some((key, i) => key !== keys[i]))
      for (const key of now) deleteProperty(object, key);
    keys.forEach((key, i) => put(object, key, before[i]));
  };
  return { size: 1 + keys.length, restore };
}

function namesOf(object: object): PropertyKey[] {
  if (!isArray(object) && !isView(object)) return ownKeys(object);
  return ownKeys(object).filter(key => !isElement(object, key));
}

/** Gives a property the state that a descriptor says; without one, removes it. */
export function put(object: object, key: PropertyKey, descriptor: PropertyDescriptor | undefined): void {
  if (descriptor) defineProperty(object, key, descriptor);
  else if (!deleteProperty(object, key))
    throw new Fixed(`the property ${String(key)} that it has defined stays`);
}

/** The values that an object holds; of a Proxy, which may be revoked, those that it shows. */
export function valuesIn(object: object): unknown[] {
  const found: unknown[] = [];
  if (isView(object)) return found;
  const note = (value: unknown, key: unknown): void => {
    found[found.length] = value;
    found[found.length] = key;
  };
  try {
    for (const key of ownKeys(object)) found[found.length] = getOwnPropertyDescriptor(object, key)!.value;
    if (object instanceof Map && works(native.map.size, object)) apply(native.map.each, object, [note]);
    if (object instanceof Set && works(native.set.size, object)) apply(native.set.each, object, [note]);
  } catch {
    // Nothing else of the language throws here.
  }
  return found;
}
