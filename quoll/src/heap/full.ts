/**
 * Full objects: Proxies through which shared objects support every operation of ordinary ones. The transform
 * uses them for what accessors cannot support (`delete`, `in`, enumeration, …) and, with nested values as
 * Proxies too, for code that is not rewritten.
 */
import type { Full, Kind } from './kinds/kind.js';
import type { Kinds } from './kinds/table.js';
import { ARRAY } from './layout.js';

import { indexOf, type Properties } from './properties.js';
import { get as rawGet } from './raw.js';
import type { Name } from './shapes.js';
import { blame } from '../contract/stack.js';
import { decidesAssignment, ordinary, Stamp } from './stamp.js';
import { absent } from './values.js';
import { OwnWeakMap } from './weak.js';

/**
 * The conversions of a full object: of values read from it and written to it, and of the methods of Map and
 * Set.
 */
export interface Sides {
  out(value: unknown): unknown;
  in(value: unknown): unknown;
  method(method: Function, self: object): Function;
  /** An exception of the program's getters and setters. */
  thrown(error: unknown): unknown;
  /** Called when other code asks a Map or Set for its names or, as functions of the language do, for its kind. */
  asked?(): void;
}

/** The conversions for rewritten code, which sees views. */
const INSIDE: Sides = {
  out: value => value,
  in: value => value,
  method: (method, self) => method.bind(self) as Function,
  thrown: error => error,
};

export class FullObjects implements Full {
  private readonly shallow = new OwnWeakMap<object, object>();
  private readonly lent = new OwnWeakMap<object, object>();
  /** What the program finds in place of an object: a view in place of its full object. */
  readonly views = new OwnWeakMap<object, object>();

  /** Gets the object behind each Proxy, which Node asks how the Proxy is printed. */
  described?: (target: object, view: object) => void;

  constructor(
    private readonly properties: Properties,
    private readonly kinds: () => Kinds,
  ) {}

  /** The full object of a view; values read through it are views. */
  of(view: object): object {
    return this.make(view, this.shallow, INSIDE);
  }

  /** The full object of a view for foreign code: values that it reads and writes are converted. */
  outside(view: object, sides: Sides): object {
    return this.make(view, this.lent, sides);
  }

  /** The view behind a full object; any other object as it is. */
  viewOf<T>(object: T): T {
    return ((this.views.get(object as object) as T | undefined) ?? object) as T;
  }

  private make(view: object, known: WeakMap<object, object>, sides: Sides): object {
    const made = known.get(view);
    if (made) return made;
    const address = Stamp.of(view);
    const isArray = this.properties.kind(address) === ARRAY;
    const target: object = isArray ? [] : Object.create(null);
    // A Proxy may say only of properties of its target that they cannot be removed.
    for (const name of this.kindOf(view).permanent ?? [])
      Object.defineProperty(target, name, { value: undefined, writable: true });
    this.described?.(target, view);
    const proxy: object = new OwnProxy(
      target,
      this.handler(view, address, isArray, sides, receiver => receiver === proxy || receiver === view),
    );
    known.set(view, proxy);
    this.views.set(proxy, view);
    return proxy;
  }

  private handler(
    view: object,
    address: number,
    isArray: boolean,
    { out, in: inward, method, thrown, asked }: Sides,
    isSelf: (receiver: unknown) => boolean,
  ): ProxyHandler<object> {
    const { properties } = this;
    const kind = this.kindOf(view);
    const isPermanent = (name: Name) => kind.permanent?.includes(name) === true;
    const assigns = (name: Name, descriptor: PropertyDescriptor): boolean => {
      if ('value' in descriptor) kind.assign?.(name, descriptor.value);
      return true;
    };
    const isCollection = properties.isCollection(address);
    const hasSlots = isCollection || kind.isNative === true;
    const prototype = () => this.prototypeOf(view);
    const guarded = <T>(code: () => T): T => {
      try {
        return code();
      } catch (error) {
        throw thrown(error);
      }
    };
    const own = (name: Name): unknown =>
      isArray && name === 'length' ? properties.elements.length(address) : properties.get(address, name);
    return {
      get: (_, name, receiver) => {
        if (isCollection && name === Symbol.toStringTag) asked?.();
        const value = own(name);
        if (value !== absent) return out(value);
        if (!hasSlots)
          return out(
            guarded(() => Reflect.get(prototype() ?? NOTHING, name, isSelf(receiver) ? view : receiver)),
          );
        if (!isSelf(receiver)) return rawGet(prototype() ?? NOTHING, name, receiver);
        // A method of Map, Set or Date works on its own object only, which the Proxy is not.
        const member: unknown = guarded(() => rawGet(view, name));
        if (asked && name === Symbol.toStringTag && view instanceof Error) return member ?? 'Error';
        return typeof member === 'function' && name !== 'constructor' ? method(member, view) : out(member);
      },
      set: (_, name, value, receiver) => {
        if (!isSelf(receiver)) return setBelow(receiver, prototype(), name, value);
        if (isPermanent(name)) return assigns(name, { value });
        const given = inward(value);
        if (isArray && name === 'length') properties.setLength(address, toLength(value));
        else if (own(name) !== absent || !decidesAssignment(prototype(), name))
          properties.set(address, name, given);
        else return guarded(() => Reflect.set(prototype()!, name, given, view));
        return true;
      },
      has: (_, name) => own(name) !== absent || Reflect.has(prototype() ?? NOTHING, name),
      deleteProperty: (_, name) => {
        if ((isArray && name === 'length') || isPermanent(name)) return false;
        properties.delete(address, name);
        return true;
      },
      ownKeys: () => {
        if (isCollection) asked?.();
        const names = properties.keys(address);
        return isArray ? withLength(names) : names;
      },
      getOwnPropertyDescriptor: (_, name) => {
        const value = own(name);
        if (value === absent) return undefined;
        const isLength = isArray && name === 'length';
        const enumerable = !isLength && kind.isHidden?.(name, address) !== true;
        const accessor = enumerable ? undefined : kind.accessorOf?.(name);
        if (accessor) return accessor;
        const configurable = !isLength && !isPermanent(name);
        return { value: out(value), writable: true, enumerable, configurable };
      },
      defineProperty: (_, name, descriptor) => {
        if (isPermanent(name)) return isAsItIs(descriptor) && assigns(name, descriptor);
        const isNew = own(name) === absent;
        if (descriptor.get || descriptor.set || !isOrdinary(descriptor, isNew)) {
          throw blame(() => new TypeError(onlyOrdinary(name)));
        }
        if (isArray && name === 'length') properties.setLength(address, toLength(descriptor.value));
        else if ('value' in descriptor) properties.set(address, name, inward(descriptor.value));
        return true;
      },
      getPrototypeOf: () => prototype(),
      setPrototypeOf: (_, value) => value === prototype(),
      preventExtensions: () => {
        throw blame(() => new TypeError(NOT_FROZEN));
      },
    };
  }

  /** The prototype that the program knows. */
  private prototypeOf(view: object): object | null {
    return this.kindOf(view).prototypeOf(view);
  }

  /** A plain copy, one level deep. */
  copy(view: object): object {
    return this.kindOf(view).copy(view);
  }

  /** Whether the engine itself recognises the kind of a view. */
  isNative(view: object): boolean {
    return this.kindOf(view).isNative === true;
  }

  private kindOf(view: object): Kind {
    return this.kinds()[this.properties.kind(Stamp.of(view))];
  }
}

/**
 * Whether a property as described can be written, enumerated and removed, as all of shared objects can. A
 * new property's missing flags count as false.
 */
function isOrdinary({ writable, enumerable, configurable }: PropertyDescriptor, isNew: boolean): boolean {
  return [writable, enumerable, configurable].every(flag => flag ?? !isNew);
}

/** Whether a permanent property, which is hidden and can be written, is described so. */
function isAsItIs({ get, set, writable, enumerable, configurable }: PropertyDescriptor): boolean {
  return !get && !set && writable !== false && !enumerable && !configurable;
}

export function onlyOrdinary(name: Name): string {
  return `the property ${String(name)} of a shared object cannot be hidden, read-only or a getter: assign it`;
}

export const NOT_FROZEN = 'a shared object cannot be frozen or sealed: leave out Object.freeze';

/** Stands for a null prototype. */
const NOTHING = Object.freeze(Object.create(null)) as object;

/** Sets a property of an object that inherits from a shared one. */
function setBelow(receiver: unknown, prototype: object | null, name: Name, value: unknown): boolean {
  if (typeof receiver !== 'object' || receiver === null) return false;
  if (decidesAssignment(prototype, name)) return Reflect.set(prototype!, name, value, receiver);
  const isOwn = Object.hasOwn(receiver, name);
  return Reflect.defineProperty(receiver, name, isOwn ? { value } : ordinary(value));
}

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;

function withLength(keys: Name[]): Name[] {
  const indices = keys.filter(name => indexOf(name) >= 0);
  return [...indices, 'length', ...keys.slice(indices.length)];
}

/** The argument of `array.length = …`. */
export function toLength(value: unknown): number {
  // Not Number(value), because a BigInt is not a valid length.
  const length = +(value as number);
  if (length >>> 0 !== length) throw new RangeError('Invalid array length');
  return length;
}
