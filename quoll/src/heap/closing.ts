/**
 * Keeps shared functions, and the prototypes of their instances, as they are: each realm has its own copy of them, so a change that is not to
 * one of their shared properties would be seen by one realm only. The engine itself refuses it, however it is written; a method, which must stay
 * replaceable in objects that inherit it, becomes an accessor that refuses it.
 */
import { blame } from '../contract/stack.js';
import { apply, getOwnPropertyDescriptor, ownKeys } from './raw.js';
import { replace, type Wrap } from './replacing.js';
import { ordinary } from './stamp.js';
import { OwnWeakMap, OwnWeakSet } from './weak.js';

type Properties = Map<PropertyKey, PropertyDescriptor>;

/** The properties that functions and prototypes had before they were closed. */
const closed = new OwnWeakMap<object, { readonly owner: Function; readonly properties: Properties }>();
/** The getters of methods, and of the properties that a function shares: the language's functions show values in their place. */
export const getters = new OwnWeakSet<Function>();

const { defineProperty, preventExtensions } = Object;

/** Closes a function and the prototype of its instances. `isKept`: a property is the text's, so it is not shared. */
export function closeFunction(f: Function, isKept: (name: PropertyKey) => boolean = () => true): void {
  const prototype: unknown = getOwnPropertyDescriptor(f, 'prototype')?.value;
  if (typeof prototype === 'object' && prototype !== null) closeObject(prototype, f, () => true);
  closeObject(f, f, isKept);
}

function closeObject(object: object, owner: Function, isKept: (name: PropertyKey) => boolean): void {
  if (closed.has(object)) return;
  latestOpen = undefined;
  const properties: Properties = new Map();
  closed.set(object, { owner, properties });
  for (const name of ownKeys(object)) {
    const property = getOwnPropertyDescriptor(object, name)!;
    properties.set(name, property);
    if (property.configurable === false) {
      if (name === 'prototype' && object === owner) defineProperty(object, name, { writable: false });
    } else if (property.writable !== true || name === 'constructor' || !isKept(name))
      defineProperty(object, name, { configurable: false });
    else fix(object, name, property);
  }
  preventExtensions(object);
}

/** Makes a method one that objects which inherit it may replace, but nobody in the object itself. */
function fix(object: object, name: PropertyKey, { value, enumerable }: PropertyDescriptor): void {
  const get = (): unknown => value as unknown;
  getters.add(get);
  const set = function (this: object, given: unknown): void {
    if (this === object || closed.has(this)) throw refusalOf(this);
    Object.defineProperty(this, name, ordinary(given));
  };
  defineProperty(object, name, { get, set, enumerable: enumerable === true, configurable: false });
}

/** A property of an object as it was before the object was closed. */
export function propertyOf(object: object, name: PropertyKey): PropertyDescriptor {
  return closed.get(object)?.properties.get(name) ?? getOwnPropertyDescriptor(object, name)!;
}

/** The error for a change of a closed object. */
export function refusalOf(object: object): TypeError {
  const { owner } = closed.get(object)!;
  const name = (owner.name || 'this function') + (owner === object ? '' : '.prototype');
  return blame(
    () =>
      new TypeError(
        `${name} is shared, so its properties stay as they are: keep the value in a shared object`,
      ),
  );
}

export function isClosedCode(object: unknown): object is object {
  return closed.has(object as object);
}

/** The object that was last found open: loops change the same one repeatedly. */
let latestOpen: unknown;

/** Throws if writing this property, without a key any of them, would change a closed object, or do nothing. */
export function refuseChange(object: unknown, key?: PropertyKey, removes = false): void {
  if (object === latestOpen) return;
  if (!isClosedCode(object)) {
    latestOpen = object;
    return;
  }
  const property = key === undefined || removes ? undefined : getOwnPropertyDescriptor(object, key);
  if (property === undefined || (property.writable !== true && property.set === undefined))
    throw refusalOf(object);
}

function shown(property: PropertyDescriptor | undefined): PropertyDescriptor | undefined {
  if (!property?.get || !getters.has(property.get)) return property;
  const { get, set, ...flags } = property;
  return { value: get(), writable: set !== undefined, ...flags };
}

let isRefusing = false;

/**
 * Lets the language's functions that change properties refuse a change of a closed object, in whatever way they are called, and those that
 * describe properties show its values.
 */
export function refuseAloud(): void {
  if (isRefusing) return;
  isRefusing = true;
  const defining: Wrap = native =>
    function (...args) {
      if (closed.has(args[0] as object)) throw refusalOf(args[0] as object);
      return apply(native, this, args);
    };
  for (const holder of [Object, Reflect]) replace(holder, ['defineProperty'], defining);
  replace(Object, ['defineProperties'], defining);
  for (const holder of [Object, Reflect])
    replace(
      holder,
      ['getOwnPropertyDescriptor'],
      native =>
        function (...args) {
          return shown(apply(native, this, args) as PropertyDescriptor);
        },
    );
  replace(
    Object,
    ['getOwnPropertyDescriptors'],
    native =>
      function (...args) {
        const all = apply(native, this, args) as PropertyDescriptorMap;
        for (const name of ownKeys(all)) all[name as string] = shown(all[name as string])!;
        return all;
      },
  );
  replace(
    Reflect,
    ['set', 'deleteProperty'],
    native =>
      function (...args) {
        const isDone: unknown = apply(native, this, args);
        const target = (args.length > 3 ? args[3] : args[0]) as object;
        if (isDone === false && closed.has(target)) throw refusalOf(target);
        return isDone;
      },
  );
}
