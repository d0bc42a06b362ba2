/**
 * The membrane between the program and foreign code: packages and host functions. The program holds views; foreign code, which is not
 * rewritten, gets stand-ins, Proxies that behave like ordinary objects. Each value that crosses is converted:
 *
 *   out   view → its stand-in, whose values are stand-ins too; function of the program → one that converts what it gets and returns;
 *         object that holds or inherits such values, however deep, promise, iterator → a stand-in too; all else as it is
 *   in    stand-in → what it stands for; function of foreign code, and plain object of it that holds stand-ins → a mirror, through which they
 *         are called and read
 *
 * Exceptions are values, too.
 *
 * The other side may keep an object that crosses unchanged; `isHeld` records that. The origin of a value decides its conversion: a value
 * that the program reads from an object that foreign code may hold is converted like a result (`from`), and one that it writes there like
 * an argument (`into`). Publishing leaves held objects usable (`kept.ts`).
 */
import { ABORT } from '../stm/errors.js';
import { classOf, eachOf, isIterator, isPlain, namesOf, PLAIN } from './contents.js';
import { type Conversions, converting, isConstant, plainStack, refuse } from './converting.js';
import type { FullObjects, Sides } from './full.js';
import { Mirrored } from './mirrors.js';
import {
  apply,
  defineProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  ownKeys,
} from './raw.js';
import { Stamp } from './stamp.js';
import { OwnWeakMap, OwnWeakSet } from './weak.js';

/** The facts about functions that the membrane needs. */
export interface Origins {
  /** Whether it accepts views: a function of the program or of the language. */
  isOwn(f: Function): boolean;
  /** Whether it belongs to a module of the program. */
  isProgram(f: Function): boolean;
}

/** Views with own properties, which foreign code may have itself; see `kept.ts`. */
export interface Keeping {
  has(view: object): boolean;
  adopt(view: object): void;
}

const FOUND = 'found';

/** Prototypes of objects for which a Proxy can stand, because foreign code gets at their inside by methods. */
const STOOD_FOR: ReadonlySet<unknown> = new Set([
  ...PLAIN,
  ...[Promise, RegExp, WeakMap, WeakSet].map(({ prototype }) => prototype),
]);

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
  /** Objects of foreign code that are not plain. What the program writes to them is converted. */
  readonly #foreign = new OwnWeakSet<object>();
  readonly #readers = new OwnWeakMap<object, object>();
  readonly #readable = new OwnWeakSet<object>();
  readonly #fronts = new OwnWeakMap<object, object>();
  #isReading = false;
  readonly #sides: Sides;

  constructor(
    private readonly full: FullObjects,
    private readonly kept: Keeping,
  ) {
    this.#sides = {
      out: this.out,
      in: this.in,
      method: this.#method,
      thrown: this.#thrown,
      asked: () => this.asked(),
    };
    // Packages, and code that is text at run time, find the program's global variables.
    this.#held.add(globalThis);
  }

  /** Whether foreign code may have the object itself. */
  isHeld(object: unknown): boolean {
    return this.#held.has(object as object);
  }

  /** Whether foreign code has a view itself. */
  isKept(view: unknown): boolean {
    return this.#held.has(view as object) && this.kept.has(view as object);
  }

  /** The full object of a view, for functions of the language: what foreign code has itself shows it what that gets. */
  wholeOf(view: object): object {
    return this.isKept(view) ? this.full.outside(view, this.#sides) : this.full.of(view);
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

  /** Converts a value that the program writes to an object. */
  into(value: unknown, object: unknown): unknown {
    return this.isOutside(object) ? this.out(value) : value;
  }

  /**
   * Replaces an object that foreign code may have where the language destructures it, or another object inherits from it: values that the program
   * reads are converted, those that foreign code reads from an heir that it may have are not.
   */
  reader(object: object): object {
    const known = this.#readers.get(object);
    if (known) return known;
    const read: Conversions['read'] = (value, receiver) =>
      this.#held.has(receiver as object) ? this.out(value) : this.in(value);
    const made = this.#keep(
      this.#readers,
      object,
      converting(object, { ...this.#inward, read, write: this.out }),
    );
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
    const view = this.full.viewOf(value);
    if (Stamp.of(view) !== 0) return this.lend(view);
    const behind = this.#behind.get(value);
    if (behind !== undefined) return this.#standIns.get(behind) === value ? value : behind;
    const known = this.#standIns.get(value);
    if (known !== undefined) return known;
    // What foreign code has already holds only what foreign code has, except that the program may have made an instance of its class.
    if (this.#held.has(value) && !this.#isOfProgram(value)) return value;
    return this.#finds(value, this.#isInside) ? this.#standIn(value) : value;
  };

  /** An exception of the program, for foreign code. */
  readonly #thrown = (error: unknown): unknown => (error === ABORT ? error : this.out(error));

  /** The stand-in of a view; any other value unchanged. */
  readonly lend = (value: unknown): unknown => {
    if (Stamp.of(value) === 0 || typeof value === 'function') return value;
    if (this.isKept(value)) return value;
    if (this.full.isNative(value as object) && !(value instanceof Error)) {
      this.#held.add(value as object);
      this.kept.adopt(value as object);
      return value;
    }
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

  /** Converts an exception that the program catches. One of foreign code may hold stand-ins. */
  readonly caught = (error: unknown): unknown => {
    const own = this.own(error);
    if (
      own !== error ||
      !this.#hasLent ||
      typeof error !== 'object' ||
      error === null ||
      Stamp.of(error) !== 0
    )
      return own;
    try {
      return this.#finds(error, this.#isStandIn, true, false) ? this.in(error) : error;
    } catch (another) {
      // The program threw an object that cannot be read.
      if (another === ABORT) throw another;
      return error;
    }
  };

  /** Converts a value from foreign code. */
  readonly in = (value: unknown): unknown => {
    if (typeof value === 'function') return this.inFunction(value);
    const own = this.own(value);
    if (own !== value || typeof value !== 'object' || value === null) return own;
    if (Stamp.of(value) !== 0 || this.#behind.has(value)) return value;
    if (this.#held.has(value)) return this.#mirrors.get(value) ?? value;
    if (!isPlain(value)) {
      if (!this.#isOfProgram(value)) this.#foreign.add(value);
      return this.hold(value);
    }
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
    construct: (f, args: unknown[], made) => {
      try {
        return this.in(Reflect.construct(f, args.map(this.out), Mirrored.behind(made))) as object;
      } catch (error) {
        throw this.#returned(error);
      }
    },
    get: (f, name) => {
      const value = get(f, name);
      const found = this.in(value);
      return found === value || isConstant(getOwnPropertyDescriptor(f, name)) ? value : found;
    },
    apply: (f, self, args: unknown[]) => {
      try {
        return this.in(apply(f, this.out(self), args.map(this.out)));
      } catch (error) {
        throw this.#returned(error);
      }
    },
    set: (f, name, value) => Reflect.set(f, name, this.out(value)),
  };

  /** An exception of foreign code. */
  readonly #returned = (error: unknown): unknown => (error === ABORT ? error : this.caught(error));

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
    return this.#keep(this.#standIns, f, new OwnProxy(f, this.#lending));
  }

  /** How functions of the program behave for foreign code. */
  readonly #lending: ProxyHandler<Function> = {
    apply: (f, self, args: unknown[]) => {
      try {
        return this.out(apply(f, this.in(self), args.map(this.in)));
      } catch (error) {
        throw this.#thrown(error);
      }
    },
    construct: (f, args: unknown[], made) => {
      try {
        const isOwn = made === this.#standIns.get(f);
        const instance = Reflect.construct(f, args.map(this.in), isOwn ? f : made) as object;
        return (isOwn ? this.out(instance) : instance) as object;
      } catch (error) {
        throw this.#thrown(error);
      }
    },
    get: (f, name) => {
      const value = get(f, name);
      if (name === 'prototype') return value;
      const found = this.out(value);
      return found === value || !isConstant(getOwnPropertyDescriptor(f, name)) ? found : refuse(name);
    },
    getOwnPropertyDescriptor: (f, name) => {
      const found = getOwnPropertyDescriptor(f, name);
      const property = found && plainStack(found, f);
      return property?.configurable && 'value' in property
        ? { ...property, value: this.out(property.value) }
        : property;
    },
    set: (f, name, value, receiver) =>
      Reflect.set(f, name, this.in(value), receiver === this.#standIns.get(f) ? f : receiver),
  };

  /** A method that foreign code reads from a stand-in, and that may need the object itself. */
  readonly #method = (method: Function, self: object): Function => {
    const f = Mirrored.behind(method);
    return f !== method || this.origins.isProgram(f) ? this.#outFunction(f) : this.#lentMethod(f, self);
  };

  #lentMethod(method: Function, self: object): Function {
    const known = this.#methods.get(self) ?? new Map<Function, Function>();
    this.#methods.set(self, known);
    let made = known.get(method);
    if (!made)
      known.set(
        method,
        (made = (...args: unknown[]) => {
          // A package's own method gets what packages have.
          if (!this.origins.isOwn(method) && !isIterator(self)) return apply(method, self, args) as unknown;
          try {
            return this.#outResult(apply(method, self, args.map(this.in)), self);
          } catch (error) {
            throw this.#thrown(error);
          }
        }),
      );
    return made;
  }

  #outResult(result: unknown, self: object): unknown {
    return result === self ? this.out(self) : this.out(result);
  }

  readonly #isInside = (value: object): boolean =>
    Stamp.of(value) !== 0 ||
    this.#standIns.has(value) ||
    (typeof value === 'function'
      ? Mirrored.behind(value) !== value || this.origins.isProgram(value)
      : value instanceof Promise && !this.#held.has(value));

  readonly #isStandIn = (value: object): boolean =>
    this.full.viewOf(value) !== value || this.#behind.has(value);

  /**
   * Whether an object holds a value of a kind, at any depth. If not, or if the object is foreign, it and all objects to which it refers
   * are remembered as held.
   */
  #finds(object: object, isOfKind: (value: object) => boolean, isForeign = false, holds = true): boolean {
    const reached = new Set([object]);
    let isFound = false;
    for (const one of reached) {
      if (!isPlain(one)) {
        const look = isForeign ? this.#isOfProgram(one) || one === object : this.#inherits(one, reached);
        if (look === FOUND) return true;
        if (!look) {
          reached.delete(one);
          continue;
        }
      }
      eachOf(one, value => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
        if (isOfKind(value)) return (isFound = true) && !isForeign;
        if (typeof value === 'object') reached.add(value);
        return false;
      });
      if (isFound && !isForeign) return true;
    }
    if (holds) for (const one of reached) if (!ArrayBuffer.isView(one)) this.hold(one);
    return isFound;
  }

  /**
   * Whether an object that is not plain may hold something that foreign code must not get as it is; FOUND if it inherits this. Prototypes that are
   * objects like others are reached, too.
   */
  #inherits(object: object, reached: Set<object>): boolean | typeof FOUND {
    if (object === globalThis || this.#foreign.has(object)) return false;
    let isOfProgram = false;
    let isForeign = false;
    if (isIterator(object)) return FOUND;
    let hasMethods = false;
    for (let at = object; (at = this.#prototypeOf(at)!) !== null && !PLAIN.has(at);) {
      const made = classOf(at);
      if (made === undefined) {
        if (this.#isInside(at)) return FOUND;
        reached.add(at);
      } else if (made === Promise) return FOUND;
      else if (this.origins.isProgram(made)) {
        isOfProgram = true;
        hasMethods ||= ownKeys(at).length > 1;
      } else isForeign ||= !this.origins.isOwn(made);
    }
    if (hasMethods) return FOUND;
    return isForeign && !ArrayBuffer.isView(object) ? isOfProgram : true;
  }

  /** The prototype that the program knows. */
  #prototypeOf(object: object): object | null {
    return this.full.viewOf(getPrototypeOf(object) as object | null);
  }

  /** Whether the engine knows an object's inside, or a package's class may have given it private fields, so that a Proxy cannot stand for it. */
  #isExotic(object: object): boolean {
    if (isIterator(object) || object instanceof Error) return false;
    for (let at = object; (at = this.#prototypeOf(at)!) !== null && !STOOD_FOR.has(at);) {
      const made = classOf(at);
      if (made && !this.origins.isProgram(made)) return true;
    }
    return false;
  }

  /** An instance of a class of the program. */
  #isOfProgram(object: object): boolean {
    const { constructor } = (this.#prototypeOf(object) ?? {}) as { constructor?: unknown };
    return typeof constructor === 'function' && this.origins.isProgram(constructor);
  }

  readonly #now = (object: object): object => (Stamp.of(object) === 0 ? object : this.full.of(object));
  readonly #outward: Conversions = {
    read: this.out,
    write: this.in,
    method: this.#method,
    thrown: this.#thrown,
    prototype: object =>
      (object === null || classOf(object) ? object : this.out(this.full.viewOf(object))) as object | null,
    now: this.#now,
    describe: (target, object) => this.full.described?.(target, object),
  };
  readonly #inward: Conversions = {
    ...this.#outward,
    read: this.in,
    write: this.out,
    method: this.in,
    thrown: this.#returned,
    prototype: object => object && this.full.viewOf(object),
  };

  #standIn(object: object): object {
    if (this.#isExotic(object)) return this.#opened(object);
    return this.#keep(this.#standIns, object, converting(object, this.#outward));
  }

  /** Puts what foreign code may have into an object for which no Proxy can stand: into its properties, and in front of the program's methods. */
  #opened(object: object): object {
    for (const name of namesOf(object)) {
      const property = getOwnPropertyDescriptor(object, name)!;
      const { value, get: getter, set: setter } = property;
      const given =
        getter || setter ? { get: this.out(getter), set: this.out(setter) } : { value: this.out(value) };
      if (!Reflect.defineProperty(object, name, { ...property, ...given } as PropertyDescriptor))
        refuse(name);
    }
    const prototype = this.#prototypeOf(object)!;
    if (this.#isOfProgram(object) && !Reflect.setPrototypeOf(object, this.#frontOf(prototype)))
      refuse('__proto__');
    return this.hold(object);
  }

  /** An object in front of a prototype, with its classes' members as foreign code gets them. */
  #frontOf(prototype: object): object {
    const known = this.#fronts.get(prototype);
    const made = known ?? (Object.create(prototype) as object);
    for (let at = prototype; this.#isOfProgram({ __proto__: at }); at = getPrototypeOf(at) as object)
      for (const name of ownKeys(at)) if (!hasOwn(made, name)) this.#show(made, name, at);
    if (!known) {
      this.#fronts.set(prototype, made);
      this.full.views.set(made, prototype);
    }
    return made;
  }

  #show(front: object, name: PropertyKey, prototype: object): void {
    const { out, in: inward } = this;
    const { writable, set } = getOwnPropertyDescriptor(prototype, name)!;
    const property: PropertyDescriptor = {
      get() {
        return out(get(prototype, name, this));
      },
      configurable: true,
    };
    if (writable || set)
      property.set = function (value) {
        // A setter of the program gets what the program has.
        Reflect.set(prototype, name, set ? inward(value) : value, this);
      };
    defineProperty(front, name, property);
  }

  #mirror(object: object): object {
    return this.#keep(this.#mirrors, object, converting(object, this.#inward));
  }

  #keep<T extends object>(known: WeakMap<object, object>, object: T, made: T): T {
    this.#hasLent = true;
    known.set(object, made);
    this.#behind.set(made, object);
    return made;
  }
}

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;
