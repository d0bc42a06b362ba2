/**
 * What functions have besides their code: static fields of classes and other properties, and what the program has put on the prototypes of
 * constructors. Code is made again in each realm, so this must cross with it:
 *
 *   - properties become fields of one shared object, and the function gets an accessor for each, in every realm;
 *   - members of prototypes, which programs set up before they use them, are put there again.
 */
import type { Properties } from './properties.js';
import type { Name } from './shapes.js';
import { Stamp } from './stamp.js';
import { absent } from './values.js';

export interface Members {
  readonly statics: Record<Name, unknown>;
  readonly methods: readonly Method[];
  /** What the constructor inherits from, unless its own text says that. */
  readonly parent: Function | undefined;
}

/** A member of a prototype. */
interface Method {
  readonly name: Name;
  readonly value: unknown;
  readonly get: Function | undefined;
  readonly set: Function | undefined;
  readonly enumerable: boolean;
}

/** What a function has besides its code, if anything. */
export function membersOf(f: Function): Members | undefined {
  const prototype = prototypeOf(f);
  const names = prototype ? Reflect.ownKeys(prototype).filter(name => name !== 'constructor') : [];
  const inherits = prototype !== undefined && Object.getPrototypeOf(prototype) !== Object.prototype;
  if (Object.keys(f).length === 0 && names.length === 0 && !inherits) return undefined;

  const isClass = /^class\b/.test(Function.prototype.toString.call(f));
  const statics: Record<Name, unknown> = {};
  for (const name of Object.keys(f)) {
    const property = Object.getOwnPropertyDescriptor(f, name)!;
    if (property.configurable && 'value' in property) statics[name] = property.value;
  }
  const methods = names.flatMap(name => {
    const { value, get, set, enumerable = false } = Object.getOwnPropertyDescriptor(prototype!, name)!;
    // What the text of a class declares is not enumerable.
    return isClass && !enumerable ? [] : [{ name, value: value as unknown, get, set, enumerable }];
  });
  const parent = isClass || !inherits ? undefined : parentOf(prototype);
  if (Object.keys(statics).length === 0 && methods.length === 0 && !parent) return undefined;
  return { statics, methods, parent };
}

/** The prototype of what a constructor makes; undefined for other functions. */
function prototypeOf(f: Function): object | undefined {
  const prototype: unknown = Object.hasOwn(f, 'prototype') ? f.prototype : undefined;
  const isConstructor =
    typeof prototype === 'object' && prototype !== null && Object.hasOwn(prototype, 'constructor');
  return isConstructor ? prototype : undefined;
}

function parentOf(prototype: object): Function | undefined {
  const { constructor } = (Object.getPrototypeOf(prototype) ?? {}) as { constructor?: unknown };
  return typeof constructor === 'function' ? constructor : undefined;
}

/** Gives a function accessors for its shared properties. */
export function shareStatics(
  f: Function,
  statics: object,
  names: readonly Name[],
  properties: Properties,
): void {
  for (const name of names) {
    Object.defineProperty(f, name, {
      get: () => {
        const value = properties.get(Stamp.of(statics), name);
        return value === absent ? undefined : value;
      },
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

/** Gives a function that was made again what the first one has. */
export function adopt(f: Function, { statics, methods, parent }: Members, properties: Properties): void {
  shareStatics(f, statics, properties.keys(Stamp.of(statics)), properties);
  if (parent) Object.setPrototypeOf(f.prototype as object, parent.prototype as object);
  for (const { name, value, get, set, enumerable } of methods) {
    const member = get || set ? { get, set } : { value, writable: true };
    Object.defineProperty(f.prototype, name, {
      ...member,
      enumerable,
      configurable: true,
    } as PropertyDescriptor);
  }
}
