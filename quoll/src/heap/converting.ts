/**
 * Proxies in front of objects that are not shared: stand-ins of the program's objects for foreign code, and mirrors of foreign objects for the
 * program. They convert what is read from the object and written to it.
 */
import { isData, namesOf } from './contents.js';
import {
  apply,
  defineProperty,
  deleteProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  ownKeys,
  setPrototypeOf,
} from './raw.js';
import { blame } from '../contract/stack.js';
import type { Name } from './shapes.js';

export interface Conversions {
  /** Of values from the object, which another object may inherit. */
  read(value: unknown, receiver?: unknown): unknown;
  /** Of values for the object. */
  write(value: unknown): unknown;
  /** Of a function that may be a method which needs the object itself. */
  method(method: Function, self: object): unknown;
  /** Of an exception of the object's getters and setters. */
  thrown(error: unknown): unknown;
  /** Of a prototype that is no class's. */
  prototype(object: object | null): object | null;
  /** The object itself, or its full form once it has become a view. */
  now(object: object): object;
  /** Lets a Proxy's target be printed as the object. */
  describe?: ((target: object, object: object) => void) | undefined;
}

export function converting(object: object, by: Conversions): object {
  // A Proxy must report its target's permanent properties. An object with such properties, which have other values, gets another target.
  const isFixed = !Object.isExtensible(object) || namesOf(object).some(name => isConstantOf(object, name));
  const target = isFixed ? shellOf(object) : object;
  if (isFixed) by.describe?.(target, object);
  const handler = new Converter(object, isFixed, by);
  return (handler.made = new OwnProxy(target, handler));
}

/** The accessor `stack` that errors have in some engines. */
const STACK = getOwnPropertyDescriptor(new Error(), 'stack')?.get;

/** The property of an object for a Proxy in front of it, in which that accessor would find nothing. */
export function plainStack(property: PropertyDescriptor, object: object): PropertyDescriptor {
  const { get, enumerable, configurable } = property;
  if (get === undefined || get !== STACK) return property;
  return {
    value: apply(get, object, []),
    writable: configurable!,
    enumerable: enumerable!,
    configurable: configurable!,
  };
}

/** One object with shared methods is made faster than many closures. */
class Converter implements ProxyHandler<object> {
  made!: object;
  private readonly hasMethods: boolean;

  constructor(
    private readonly object: object,
    private readonly isFixed: boolean,
    private readonly by: Conversions,
  ) {
    this.hasMethods = !isData(object);
  }

  private get now(): object {
    return this.by.now(this.object);
  }

  private converted(name: Name, value: unknown, receiver?: unknown): unknown {
    return typeof value === 'function' && this.hasMethods && name !== 'constructor'
      ? this.by.method(value, this.object)
      : this.by.read(value, receiver);
  }

  private described(found: PropertyDescriptor, name: Name): PropertyDescriptor {
    const property = plainStack(found, this.object);
    if ('value' in property) return { ...property, value: this.converted(name, property.value) };
    const { read } = this.by;
    return { ...property, get: read(property.get) as () => unknown, set: read(property.set) as () => void };
  }

  /** Gives the target the object's property as it is now. */
  private fix(target: object, name: Name): PropertyDescriptor | undefined {
    if (isConstantOf(target, name)) return getOwnPropertyDescriptor(target, name);
    const property = getOwnPropertyDescriptor(this.object, name);
    if (property) defineProperty(target, name, this.described(property, name));
    return property && getOwnPropertyDescriptor(target, name);
  }

  private close(target: object): boolean {
    for (const name of ownKeys(target)) if (!hasOwn(this.object, name)) deleteProperty(target, name);
    for (const name of ownKeys(this.object)) this.fix(target, name);
    setPrototypeOf(target, this.getPrototypeOf());
    return Reflect.preventExtensions(target);
  }

  get(target: object, name: Name, receiver: unknown): unknown {
    const { now, object, isFixed } = this;
    const isSelf = receiver === this.made || this.hasMethods || isFixed || now !== object;
    let value: unknown;
    try {
      value = Reflect.get(now, name, isSelf ? now : receiver);
    } catch (error) {
      throw this.by.thrown(error);
    }
    if (value === undefined && name === Symbol.toStringTag) return tagOf(object);
    const found = this.converted(name, value, receiver);
    if (found === value || !isConstantOf(target, name)) return found;
    return isFixed ? get(target, name) : refuse(name);
  }

  set(_: object, name: Name, value: unknown, receiver: unknown): boolean {
    const { now } = this;
    try {
      return receiver === this.made
        ? Reflect.set(now, name, this.by.write(value))
        : Reflect.set(now, name, value, receiver);
    } catch (error) {
      throw this.by.thrown(error);
    }
  }

  getOwnPropertyDescriptor(target: object, name: Name): PropertyDescriptor | undefined {
    if (this.isFixed) return this.fix(target, name);
    const property = getOwnPropertyDescriptor(this.now, name);
    return property?.configurable || property?.writable ? this.described(property, name) : property;
  }

  defineProperty(target: object, name: Name, property: PropertyDescriptor): boolean {
    const given = 'value' in property ? { ...property, value: this.by.write(property.value) } : property;
    const isDefined = Reflect.defineProperty(this.now, name, given);
    if (this.isFixed) this.fix(target, name);
    return isDefined;
  }

  isExtensible(target: object): boolean {
    if (this.isFixed && !Object.isExtensible(this.object)) return !this.close(target);
    return Reflect.isExtensible(target);
  }

  preventExtensions(target: object): boolean {
    return Reflect.preventExtensions(this.now) && (!this.isFixed || this.close(target));
  }

  has(_: object, name: Name): boolean {
    return Reflect.has(this.now, name);
  }

  deleteProperty(_: object, name: Name): boolean {
    return deleteProperty(this.now, name);
  }

  ownKeys(): Name[] {
    return ownKeys(this.now);
  }

  getPrototypeOf(): object | null {
    return this.by.prototype(getPrototypeOf(this.now) as object | null);
  }
}

/** The kind of an object that has no tag. The engine finds most kinds only in the object itself, not in a Proxy. */
function tagOf(object: object): string | undefined {
  const kind = apply(Object.prototype.toString, object, []).slice(8, -1);
  return /^(Object|Array)$/.test(kind) ? undefined : kind;
}

function shellOf(object: object): object {
  if (Array.isArray(object)) return [];
  const shell = object instanceof Error ? new Error() : {};
  for (const name of ownKeys(shell)) deleteProperty(shell, name);
  return setPrototypeOf(shell, getPrototypeOf(object) as object) as object;
}

/** A Proxy must report its target's real properties. */
export function isConstant(property: PropertyDescriptor | undefined): boolean {
  return property !== undefined && !property.configurable && !property.writable;
}

const isConstantOf = (object: object, name: Name): boolean =>
  isConstant(getOwnPropertyDescriptor(object, name));

export function refuse(name: Name): never {
  throw blame(
    () =>
      new TypeError(
        `a package cannot read the constant property ${String(name)}, which holds a shared object or a function: give it what it holds`,
      ),
  );
}

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;
