/**
 * The members of functions besides their code: static fields of classes and other properties, and members that the program has added to
 * the prototypes of constructors. Code is made again in each realm, so this must cross with it:
 *
 *   - properties become fields of one shared object, and the function gets an accessor for each, in every realm;
 *   - members of prototypes, which programs add before use, are added again.
 */
import { rewrittenTextOf } from '../contract/texts.js';
import { type Written, writtenOf } from '../contract/written.js';
import { cannotShare } from './errors.js';
import type { Properties } from './properties.js';
import type { Name } from './shapes.js';
import { Stamp } from './stamp.js';
import { absent } from './values.js';

export interface Members {
  readonly statics: Record<Name, unknown>;
  /** The properties that cannot be assigned, if any. */
  readonly fixed: readonly Name[] | undefined;
  readonly isFrozen: boolean;
  readonly methods: readonly Method[];
  /** The parent of the constructor, if its own text does not make the parent, or would make another one. */
  readonly parent: Function | undefined;
}

/** A member of a prototype; or a hidden one, or an accessor, of the function itself. */
interface Method {
  readonly name: Name;
  readonly isStatic: boolean;
  readonly value: unknown;
  readonly get: Function | undefined;
  readonly set: Function | undefined;
  readonly enumerable: boolean;
  readonly writable: boolean;
}

/** The names of properties that the language gives to functions. */
const OF_FUNCTIONS: ReadonlySet<Name> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

/** The members of a function besides its code, if any. `crosses` decides whether another function can be shared. */
export function membersOf(f: Function, crosses: (other: Function) => boolean): Members | undefined {
  const prototype = prototypeOf(f);
  const own = Reflect.ownKeys(f).filter(name => !OF_FUNCTIONS.has(name));
  const names = prototype ? Reflect.ownKeys(prototype).filter(name => name !== 'constructor') : [];
  const inherits = prototype !== undefined && Object.getPrototypeOf(prototype) !== Object.prototype;
  const written = writtenOf(f);
  if (own.length === 0 && names.length === 0 && !inherits && !written) return undefined;

  const isClass = isClassText(f);
  if (isClass && prototype && !inheritsAsWritten(f, prototype))
    throw cannotShare(
      `the class ${f.name}`,
      'its prototype inherits from another one than its text says: write extends',
    );
  if (written) refuseRemoved(f, prototype, written);
  const { statics, fixed, methods } = ownMembers(f, own, written);
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(prototype!, name)!;
    if (!isClass || !isAsWritten(property, name, written?.ofPrototype))
      methods.push(methodOf(name, property));
  }
  const parent = isClass ? computedParentOf(f, crosses) : inherits ? parentOf(prototype) : undefined;
  if (Reflect.ownKeys(statics).length === 0 && methods.length === 0 && !parent) return undefined;
  const isFrozen = Object.isFrozen(f);
  return { statics, fixed: fixed.length > 0 ? fixed : undefined, isFrozen, methods, parent };
}

/** The properties of a function that all realms share, and those that each realm gets as they are. */
function ownMembers(f: Function, names: readonly Name[], written: Written | undefined) {
  const statics: Record<Name, unknown> = {};
  const fixed: Name[] = [];
  const methods: Method[] = [];
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(f, name)!;
    if (property.get && sharing.has(property.get)) continue;
    if ('value' in property && property.enumerable) {
      statics[name] = property.value;
      if (property.configurable) continue;
      if (property.writable)
        throw cannotShare(
          `the property '${String(name)}' of ${f.name}`,
          'use Object.freeze instead of Object.seal',
        );
      fixed.push(name);
    } else if (!written || !isAsWritten(property, name, written.own)) {
      if (typeof property.value !== 'function' && property.writable)
        throw cannotShare(`the hidden property '${String(name)}' of ${f.name}`, 'assign it');
      methods.push(methodOf(name, property, true));
    }
  }
  return { statics, fixed, methods };
}

function methodOf(
  name: Name,
  { value, get, set, enumerable = false, writable = false }: PropertyDescriptor,
  isStatic = false,
): Method {
  return { name, isStatic, value: value as unknown, get, set, enumerable, writable };
}

/** Whether the text of a class makes a member as it is now. Members that a text declares are not enumerable. */
function isAsWritten(property: PropertyDescriptor, name: Name, members: Written['own'] | undefined): boolean {
  if (property.enumerable) return false;
  if (!members) return true;
  const was = members.get(name);
  return was?.value === property.value && was?.get === property.get && was?.set === property.set;
}

/** Refuses a class that the program has taken a member from, because its text would make that member again. */
function refuseRemoved(f: Function, prototype: object | undefined, { own, ofPrototype }: Written): void {
  const removed =
    [...own.keys()].find(name => !OF_FUNCTIONS.has(name) && !Object.hasOwn(f, name)) ??
    [...ofPrototype.keys()].find(name => !prototype || !Object.hasOwn(prototype, name));
  if (removed !== undefined)
    throw cannotShare(
      `the class ${f.name}`,
      `its member '${String(removed)}' has been removed: leave it out of the class, or let it throw an error`,
    );
}

/** The prototype of a constructor's instances; undefined for other functions. */
function prototypeOf(f: Function): object | undefined {
  const prototype: unknown = Object.hasOwn(f, 'prototype') ? f.prototype : undefined;
  const isConstructor =
    typeof prototype === 'object' && prototype !== null && Object.hasOwn(prototype, 'constructor');
  return isConstructor ? prototype : undefined;
}

function inheritsAsWritten(f: Function, prototype: object): boolean {
  const parent: unknown = Object.getPrototypeOf(f);
  const inherited: unknown = Object.getPrototypeOf(prototype);
  if (parent === Function.prototype) return inherited === Object.prototype || inherited === null;
  return inherited === (parent as { prototype?: unknown } | null)?.prototype;
}

function parentOf(prototype: object): Function | undefined {
  const { constructor } = (Object.getPrototypeOf(prototype) ?? {}) as { constructor?: unknown };
  return typeof constructor === 'function' ? constructor : undefined;
}

function isClassText(f: Function): boolean {
  return /^class\b/.test(rewrittenTextOf(f));
}

/** The parent class of `f`, made by an expression, if it or one of its parents has static fields, because these are not made again. */
function computedParentOf(f: Function, crosses: (other: Function) => boolean): Function | undefined {
  if (/^class(\s+[\w$]+)?(\s+extends\s+[\w$.]+)?\s*\{/.test(rewrittenTextOf(f))) return undefined;
  const parent: unknown = Object.getPrototypeOf(f);
  for (let at = parent; typeof at === 'function' && crosses(at); at = Object.getPrototypeOf(at) as unknown) {
    if (Object.keys(at).length > 0) return parent as Function;
  }
  return undefined;
}

/** Gives a class replacements of the language's methods that the program has added to it, as other realms have them. */
export function replaceMethods(f: Function, methods: readonly Method[], on: (f: Function) => Function): void {
  for (const { name, value, isStatic } of methods) {
    const holder = (isStatic ? f : f.prototype) as object;
    const made = typeof value === 'function' ? on(value) : value;
    const property = Object.getOwnPropertyDescriptor(holder, name);
    if (made !== value && property?.configurable)
      Object.defineProperty(holder, name, { ...property, value: made });
  }
}

/** Gives a function accessors for its shared properties; those of a frozen one stay as they are. */
export function shareStatics(
  f: Function,
  statics: object,
  names: readonly Name[],
  properties: Properties,
): void {
  for (const name of names) {
    if (Object.getOwnPropertyDescriptor(f, name)?.configurable === false) continue;
    Object.defineProperty(f, name, {
      get: sharedGetter(statics, name, properties),
      set(this: unknown, value: unknown) {
        if (this === f) properties.set(Stamp.of(statics), name, value);
        else
          Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      enumerable: true,
      configurable: true,
    });
  }
}

/** The getters of properties that realms share. */
const sharing = new WeakSet<Function>();

function sharedGetter(statics: object, name: Name, properties: Properties): () => unknown {
  const getter = (): unknown => {
    const value = properties.get(Stamp.of(statics), name);
    return value === absent ? undefined : value;
  };
  sharing.add(getter);
  return getter;
}

/** Gives a function that was made again the members of the first one. */
export function adopt(f: Function, members: Members, properties: Properties): void {
  const { statics, methods, parent } = members;
  for (const name of members.fixed ?? []) {
    Object.defineProperty(f, name, {
      get: sharedGetter(statics, name, properties),
      enumerable: true,
      configurable: false,
    });
  }
  shareStatics(f, statics, properties.keys(Stamp.of(statics)), properties);
  if (parent) {
    Object.setPrototypeOf(f.prototype as object, parent.prototype as object);
    if (isClassText(f)) Object.setPrototypeOf(f, parent);
  }
  for (const { name, value, get, set, enumerable, writable, isStatic } of methods) {
    const member = get || set ? { get, set } : { value, writable };
    Object.defineProperty(isStatic ? f : (f.prototype as object), name, {
      ...member,
      enumerable,
      configurable: true,
    } as PropertyDescriptor);
  }
  if (members.isFrozen) Object.freeze(f);
}
