/**
 * The membrane between the program and foreign code: packages and host functions. The program holds views; foreign code, which is not
 * rewritten, gets stand-ins, Proxies that behave like ordinary objects. Each value that crosses is converted:
 *
 *   out   view → its stand-in, whose values are stand-ins too; function of the program → one that converts what it gets and returns;
 *         plain object that holds such values, however deep → a stand-in too; all else as it is
 *   in    stand-in → what it stands for; function of foreign code, and plain object of it that holds stand-ins → a mirror, through which they
 *         are called and read
 *
 * The other side may keep an object that crosses unchanged; `isHeld` records that. The origin of a value decides its conversion: a value
 * that the program reads from an object that foreign code may hold is converted like a result (`from`), and one that it writes there like
 * an argument (`into`). Publishing leaves held objects usable (`kept.ts`).
 */
import { eachOf as eachItem, isMap, isSet } from './copies.js';
import type { FullObjects, Sides } from './full.js';
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
import { Mirrored } from './mirrors.js';
import { Stamp } from './stamp.js';
import { OwnWeakMap, OwnWeakSet } from './weak.js';

/** The facts about functions that the membrane needs. */
export interface Origins {
  /** Whether it accepts views: a function of the program or of the language. */
  isOwn(f: Function): boolean;
  /** Whether it belongs to a module of the program. */
  isProgram(f: Function): boolean;
}

/** If checks of an object have looked at more values than this in vain, over all its crossings, it gets a stand-in without a check. */
const MOST_SEARCHED = 1_000_000;

type Convert = (value: unknown) => unknown;

export class Membrane {
  origins: Origins = {
    isOwn: () => true,
    isProgram: () => false,
  };
  /** Called when foreign code asks the stand-in of a Map or Set for its names or its kind. */
  asked: () => void = () => undefined;
  /** Whether no module of this realm uses foreign code. */
  isAlone = true;
  /** Whether foreign code may have a stand-in. */
  #hasLent = false;
  /** The stand-ins of the program's objects outside, and the mirrors of foreign objects inside. */
  readonly #standIns = new OwnWeakMap<object, object>();
  readonly #mirrors = new OwnWeakMap<object, object>();
  /** The objects behind the stand-ins and mirrors. */
  readonly #behind = new OwnWeakMap<object, object>();
  /** Methods of objects as foreign code gets them. */
  readonly #methods = new OwnWeakMap<object, Map<Function, Function>>();
  readonly #held = new OwnWeakSet<object>();
  readonly #searched = new OwnWeakMap<object, number>();
  readonly #readers = new OwnWeakMap<object, object>();
  readonly #readable = new OwnWeakSet<object>();
  readonly #prototypes = new OwnWeakMap<object, object>();
  #isReading = false;
  readonly #sides: Sides;

  constructor(
    private readonly full: FullObjects,
    /** Gives a view own properties, for foreign code that holds it. */
    private readonly adopt: Convert,
  ) {
    this.#sides = {
      out: this.out,
      in: this.in,
      method: (method, self) => this.#lentMethod(method, self),
      asked: () => this.asked(),
    };
  }

  /** Whether foreign code may have the object itself. */
  isHeld(object: unknown): boolean {
    return this.#held.has(object as object);
  }

  /** Records that foreign code may have the object from now on. */
  hold<T extends object>(object: T): T {
    if (Stamp.of(object) === 0) this.#held.add(object);
    return object;
  }

  /** Whether the contents of an object may be foreign: it is foreign itself, or foreign code may have it. */
  isOutside(object: unknown): boolean {
    return typeof object === 'function' ? !this.origins.isOwn(object) : this.#held.has(object as object);
  }

  /** Converts a value that the program has read from an object. It may inherit a foreign function that the membrane has not met. */
  from(value: unknown, object: unknown): unknown {
    return typeof value === 'function' || this.isOutside(object) ? this.in(value) : value;
  }

  /**
   * Converts a value that the program writes to an object. A view stays a view, because the program may read it there without a conversion.
   */
  into(value: unknown, object: unknown): unknown {
    return this.isOutside(object) ? this.given(value) : value;
  }

  /** A value that foreign code finds in an object. */
  readonly given = (value: unknown): unknown =>
    typeof value === 'object' && Stamp.of(value) !== 0 ? this.adopt(value) : this.out(value);

  /** Replaces an object that foreign code may have where the language destructures it: values read from it are converted. */
  reader(object: object): object {
    return this.#readerOf(object, this.#readers, this.in);
  }

  /** As reader, behind an object that foreign code may also read: a Proxy, or one that inherits. */
  behindDerived(object: object): object {
    return this.#readerOf(object, this.#prototypes, value => {
      const own = this.in(value);
      return Stamp.of(own) === 0 ? own : this.adopt(own);
    });
  }

  #readerOf(object: object, readers: WeakMap<object, object>, read: Convert): object {
    const known = readers.get(object);
    if (known) return known;
    const made = this.#keep(readers, object, this.#proxyOf(object, read, this.given));
    this.#readable.add(made);
    this.#isReading = true;
    return made;
  }

  /** Records that the program may now hold another form of one of its own objects. */
  noteLent(): void {
    this.#hasLent = true;
  }

  /** The object behind a stand-in or mirror; any other object unchanged. */
  readonly originOf = <T>(object: T): T => {
    let at = object as object;
    for (let next; (next = this.#behind.get(at)) !== undefined;) at = next;
    return this.full.viewOf(at) as T;
  };

  /** Converts a value for foreign code. */
  readonly out = (value: unknown): unknown => {
    if (typeof value === 'function') return this.#outFunction(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Stamp.of(value) !== 0) return this.lend(value);
    const behind = this.#behind.get(value);
    if (behind !== undefined) return this.#standIns.get(behind) === value ? value : behind;
    const known = this.#standIns.get(value);
    if (known !== undefined) return known;
    if (value instanceof Promise) return this.#held.has(value) ? value : this.#outPromise(value);
    return this.#finds(value, this.#isInside) ? this.#standIn(value) : value;
  };

  /** A promise of the program, for foreign code that waits for it. */
  #outPromise(promise: Promise<unknown>): Promise<unknown> {
    const { out } = this;
    const made = promise.then(out, (error: unknown) => {
      throw out(error);
    });
    return this.#keep(this.#standIns, promise, made);
  }

  /** The stand-in of a view; any other value unchanged. */
  readonly lend = (value: unknown): unknown => {
    if (Stamp.of(value) === 0 || typeof value === 'function') return value;
    if (this.full.isNative(value as object)) return this.adopt(value);
    this.#hasLent = true;
    return this.full.outside(value as object, this.#sides);
  };

  /** The object behind a stand-in; any other value unchanged. */
  readonly own = (value: unknown): unknown => {
    if (!this.#hasLent || value === null) return value;
    if (typeof value === 'function') return this.#behind.get(value) ?? value;
    if (typeof value !== 'object') return value;
    const view = this.full.viewOf(value);
    if (view !== value) return view;
    const behind = this.#behind.get(value);
    return behind === undefined || this.#mirrors.get(behind) === value ? value : behind;
  };

  /** Converts a value from foreign code. */
  readonly in = (value: unknown): unknown => {
    if (typeof value === 'function') return this.inFunction(value);
    const own = this.own(value);
    if (own !== value || typeof value !== 'object' || value === null) return own;
    if (Stamp.of(value) !== 0 || this.#behind.has(value)) return value;
    if (this.#held.has(value)) return this.#mirrors.get(value) ?? value;
    if (!isPlain(value)) return this.hold(value);
    return this.#finds(value, this.#isStandIn, true) ? this.#mirror(value) : value;
  };

  /** A foreign function as the program has it: whatever calls it, the language too, calls one that converts. */
  readonly inFunction = (f: Function): Function => {
    // First what is frequent.
    if (this.origins.isProgram(f)) return f;
    const known = Mirrored.of(f) ?? (this.#behind.get(f) as Function | undefined);
    if (known || this.origins.isOwn(f)) return known ?? f;
    const made = new OwnProxy(f, this.#mirroring);
    Mirrored.put(f, made);
    return made;
  };

  /** How mirrors of functions behave. */
  readonly #mirroring: ProxyHandler<Function> = {
    construct: (f, args: unknown[], made) =>
      this.in(Reflect.construct(f, args.map(this.out), Mirrored.behind(made))) as object,
    get: (f, name) => {
      const value = get(f, name);
      const found = this.in(value);
      return found === value || isConstant(getOwnPropertyDescriptor(f, name)) ? value : found;
    },
    apply: (f, self, args: unknown[]) => this.in(apply(f, this.out(self), args.map(this.out))),
    set: (f, name, value) => Reflect.set(f, name, this.given(value)),
  };

  /** A function that a built-in method calls with values that foreign code may have. */
  listening(f: Function): Function {
    const inward = this.in;
    return function (this: unknown, ...args: unknown[]): unknown {
      return apply(f, this, args.map(inward));
    };
  }

  /** The object behind a reader; any other value unchanged. */
  unread(value: unknown): unknown {
    return this.#isReading && typeof value === 'object' && value !== null && this.#readable.has(value)
      ? this.#behind.get(value)
      : value;
  }

  #outFunction(f: Function): Function {
    const known = this.#standIns.get(f) as Function | undefined;
    if (known) return known;
    if (this.#behind.has(f) || !this.origins.isProgram(f)) return Mirrored.behind(f);
    const { in: inward, out } = this;
    const made: Function = new OwnProxy(f, {
      apply: (target, self, args: unknown[]) => out(apply(target, inward(self), args.map(inward))),
      construct: (target, args: unknown[], newTarget) =>
        Reflect.construct(target, args.map(inward), newTarget === made ? target : newTarget) as object,
    });
    return this.#keep(this.#standIns, f, made);
  }

  /** A method of Map, Set or a class, for foreign code that calls it on a stand-in. */
  #lentMethod(method: Function, self: object): Function {
    const known = this.#methods.get(self) ?? new Map<Function, Function>();
    this.#methods.set(self, known);
    let made = known.get(method);
    if (!made)
      known.set(
        method,
        (made = (...args: unknown[]) => this.#outResult(apply(method, self, args.map(this.in)))),
      );
    return made;
  }

  #outResult(result: unknown): unknown {
    const { out } = this;
    if (!isIterator(result)) return out(result);
    return (function* () {
      for (const value of result) yield out(value);
    })();
  }

  readonly #isInside = (value: object): boolean =>
    Stamp.of(value) !== 0 ||
    this.#standIns.has(value) ||
    (typeof value === 'function' && (Mirrored.behind(value) !== value || this.origins.isProgram(value)));

  readonly #isStandIn = (value: object): boolean =>
    this.full.viewOf(value) !== value || this.#behind.has(value);

  /**
   * Whether a plain object holds a value of a kind, at any depth. If not, or if the object is foreign, it and all objects to which it refers
   * are remembered as held.
   */
  #finds(object: object, isOfKind: (value: object) => boolean, isForeign = false): boolean {
    const inner = isPlain(object) || this.#isOfProgram(object);
    if (!inner) return false;
    const before = this.#searched.get(object) ?? 0;
    if (before > MOST_SEARCHED) return true;
    const reached = new Set([object]);
    let count = 0;
    let isFound = false;
    for (const one of reached) {
      eachOf(one, value => {
        count++;
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
        if (isOfKind(value)) return (isFound = true) && !isForeign;
        if (typeof value === 'object' && (isPlain(value) || this.#isOfProgram(value))) reached.add(value);
        return false;
      });
      if (isFound && !isForeign) return true;
    }
    if (count > 100) this.#searched.set(object, before + count);
    for (const one of reached) this.hold(one);
    return isFound;
  }

  /** An instance of a class of the program. */
  #isOfProgram(object: object): boolean {
    const { constructor } = (getPrototypeOf(object) ?? {}) as { constructor?: unknown };
    return typeof constructor === 'function' && this.origins.isProgram(constructor);
  }

  #standIn(object: object): object {
    return this.#keep(this.#standIns, object, this.#proxyOf(object, this.out, this.in));
  }

  #mirror(object: object): object {
    return this.#keep(this.#mirrors, object, this.#proxyOf(object, this.in, this.out));
  }

  #keep<T extends object>(known: WeakMap<object, object>, object: T, made: T): T {
    this.#hasLent = true;
    known.set(object, made);
    this.#behind.set(made, object);
    return made;
  }

  /** A Proxy of a plain object that converts values read from it and written to it. The object may later become a view. */
  #proxyOf(object: object, read: Convert, write: Convert): object {
    const hasMethods = !isData(object);
    const now = (): object => (Stamp.of(object) === 0 ? object : this.full.of(object));
    const isOut = read === this.out;
    // A Proxy must report its target's real properties. A frozen object has other values, so its Proxy has another target, which gets the
    // properties that the Proxy reports.
    const isFrozen = Object.isFrozen(object);
    const target: object = isFrozen ? (Array.isArray(object) ? [] : {}) : object;
    const converted = (name: PropertyKey, value: unknown): unknown =>
      hasMethods && typeof value === 'function' && isOut && name !== 'constructor'
        ? this.#lentMethod(value, object)
        : read(value);
    const fix = (name: PropertyKey): PropertyDescriptor | undefined => {
      const fixed = getOwnPropertyDescriptor(target, name);
      if (fixed && !fixed.writable) return fixed;
      const property = getOwnPropertyDescriptor(object, name);
      if (!property) return undefined;
      const isValue = 'value' in property;
      defineProperty(
        target,
        name,
        isValue ? { ...property, value: converted(name, property.value) } : property,
      );
      return getOwnPropertyDescriptor(target, name);
    };
    return new OwnProxy(target, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(
          now(),
          name,
          hasMethods || now() !== object || isFrozen ? now() : receiver,
        );
        const found = converted(name, value);
        if (found === value) return value;
        const own = getOwnPropertyDescriptor(target, name);
        return own && isConstant(own) ? (isFrozen ? get(target, name) : value) : found;
      },
      getOwnPropertyDescriptor: (_, name) => {
        if (isFrozen) return fix(name);
        const property = Reflect.getOwnPropertyDescriptor(now(), name);
        if (!property || !('value' in property)) return property;
        return isConstant(property) ? property : { ...property, value: read(property.value) };
      },
      isExtensible: () => {
        if (!isFrozen) return Reflect.isExtensible(target);
        for (const name of ownKeys(object)) fix(name);
        setPrototypeOf(target, getPrototypeOf(object));
        Reflect.preventExtensions(target);
        return false;
      },
      set: (_, name, value) => Reflect.set(now(), name, write(value)),
      defineProperty: (_, name, property) => {
        if (isFrozen) fix(name);
        return Reflect.defineProperty(
          now(),
          name,
          'value' in property ? { ...property, value: write(property.value) } : property,
        );
      },
      has: (_, name) => Reflect.has(now(), name),
      deleteProperty: (_, name) => Reflect.deleteProperty(now(), name),
      ownKeys: () => Reflect.ownKeys(now()),
      getPrototypeOf: () => Reflect.getPrototypeOf(now()),
    });
  }
}

/** Objects that consist only of their contents. */
function isPlain(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return PLAIN.has(prototype as object) || prototype === null;
}

const PLAIN: ReadonlySet<object> = new Set([Object.prototype, Array.prototype, Map.prototype, Set.prototype]);

/** Plain objects without methods that need the object itself. */
function isData(value: object): boolean {
  const prototype: unknown = getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

/** Whether `visit` returns true for some value that an object holds: elements, entries, properties. */
function eachOf(object: object, visit: (value: unknown) => boolean): boolean {
  if (Array.isArray(object) && object.length < MOST_SEARCHED) {
    for (let i = 0; i < object.length; i++) if (visit(object[i])) return true;
    return false;
  }
  let isFound = false;
  if (isMap(object) || isSet(object))
    eachItem(object, (value, key) => (isFound ||= visit(key) || visit(value)));
  if (isFound) return true;
  for (const name of keys(object)) if (visit(getOwnPropertyDescriptor(object, name)!.value)) return true;
  return false;
}

function isIterator(value: unknown): value is IterableIterator<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Iterator<unknown>).next === 'function' &&
    Symbol.iterator in value
  );
}

/** A Proxy must report its target's real properties. */
function isConstant(property: PropertyDescriptor | undefined): boolean {
  return property !== undefined && !property.configurable && !property.writable;
}

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;
