/**
 * Functions that exist in every realm: those of the language and of this API. The address of such a
 * function is its index in a list that is the same in all realms.
 */
import * as api from '../index.js';
import { LANGUAGE } from '../contract/language.js';

/** The module name in such an address. */
export const KNOWN = 'quoll:known';

/** Functions of the host that are in every realm. */
export const ofHost: Function[] = [];

let list: readonly Function[] | undefined;
let indices: ReadonlyMap<Function, number>;

function all(): readonly Function[] {
  if (!list) {
    indices = collected();
    list = [...indices.keys()];
  }
  return list;
}

/** The functions that this realm has now, with their indices. */
function collected(): Map<Function, number> {
  const found = new Map<Function, number>();
  const addFunction = (value: unknown): void => {
    if (typeof value === 'function' && !found.has(value)) found.set(value, found.size);
  };
  /** Adds the methods of an object. Accessors are omitted. */
  const add = (object: object): void => {
    for (const key of Reflect.ownKeys(object)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
      if (key !== 'constructor' && descriptor && 'value' in descriptor) addFunction(descriptor.value);
    }
  };
  // A bundler may represent the namespace of a module by an object with accessors, in any order.
  const exported: Readonly<Record<string, unknown>> = api;
  for (const name of Object.keys(exported).sort()) addFunction(exported[name]);
  for (const name of LANGUAGE) {
    const value = (globalThis as Record<string, unknown>)[name];
    if (value === undefined) continue;
    addFunction(value);
    add(value as object);
    const { prototype } = value as { prototype?: object };
    if (prototype) add(prototype);
  }
  // The prototypes of generators and iterators have no names.
  const made = [
    (function* () {})(),
    (async function* () {})(),
    [].values(),
    new Map().values(),
    new Set().values(),
    'a'[Symbol.iterator](),
    'a'.matchAll(/a/g),
  ];
  for (const iterator of made) {
    let at: object | null = Object.getPrototypeOf(iterator) as object;
    for (; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) add(at);
  }
  // In some engines, each error has an accessor of its own.
  const stack = Reflect.getOwnPropertyDescriptor(new Error(), 'stack');
  addFunction(stack?.get);
  addFunction(stack?.set);
  ofHost.forEach(addFunction);
  return found;
}

/** The index of a function in the list, if it is in it. */
export function knownIndex(f: Function): number | undefined {
  all();
  return indices.get(f);
}

export function knownFunction(index: number): Function {
  return all()[index]!;
}

/**
 * How many there are now. Realms with different numbers have different lists. The list itself is made later, when the run time has replaced
 * some of these functions.
 */
export function knownCount(): number {
  return collected().size;
}
