/**
 * Corrects built-in functions that read the inside of objects, for shared objects. Accessors cannot supply what these functions need (the
 * list of properties, the number of elements), so each replacement gives the engine a full object for a view. They are replaced in the
 * realm itself before the program runs, so that they work however the program or a package calls them: as values, through `call`, from a
 * callback.
 *
 * The methods of Array, Map and Set are not replaced, except three, because the engine is much faster with its own. A view inherits its
 * own versions; methods taken from a prototype are replaced where they are called on an object (`on`).
 */
import { Mirrored } from './mirrors.js';
import { acceptStandIns } from './accepting.js';
import { blame } from '../contract/stack.js';
import { noteProxy } from '../contract/calls.js';
import { elementsOf } from '../contract/loops.js';
import { walkOf, walkPrototypes } from '../contract/walks.js';
import { wholesOf } from '../contract/needs.js';
import { textOf } from '../contract/texts.js';
import { captureStacks } from './capturing.js';
import { isClosed } from './closed.js';
import { refuseAloud } from './closing.js';
import { Copying, isObject, type Views } from './copies.js';
import { type FullObjects, NOT_FROZEN } from './full.js';
import { stringifyWith } from './json.js';
import { ARRAY, MAP, RECORD, REGEXP, SET } from './layout.js';
import type { Properties } from './properties.js';
import { apply, defineProperty, get, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } from './raw.js';
import { nameAs, type Native, replace, replaced, type Wrap } from './replacing.js';
import { isView, Stamp } from './stamp.js';
import { refuseTransfers } from './transferring.js';
import { OwnWeakMap, OwnWeakSet } from './weak.js';
import type { Working } from './working.js';

/** Functions of `Object` and `Reflect` that read the inside of their first argument. */
const OF_FIRST = [
  ...[
    'keys',
    'values',
    'entries',
    'getOwnPropertyNames',
    'getOwnPropertySymbols',
    'getOwnPropertyDescriptor',
  ],
  ...['getOwnPropertyDescriptors', 'hasOwn', 'isFrozen', 'isSealed'],
  ...['isExtensible', 'freeze', 'seal', 'preventExtensions', 'ownKeys', 'has', 'get', 'set'],
  ...['deleteProperty'],
];
/** Functions of `Object` that take descriptors of properties. The engine asks these which names they have. */
const OF_DESCRIPTORS = ['create', 'defineProperties'];
/** Functions that read the inside of several arguments. */
const OF_ALL = ['assign', 'setPrototypeOf'];
/** Methods of any object that read its inside. */
const OF_THIS = [
  ...['hasOwnProperty', 'propertyIsEnumerable', 'isPrototypeOf'],
  ...['__lookupGetter__', '__lookupSetter__', '__defineGetter__', '__defineSetter__'],
];

const SETTERS = Object.getOwnPropertyNames(Date.prototype).filter(name => name.startsWith('set'));

/** The prototypes of shared arrays, Maps, Sets and regular expressions. */
export type Prototypes = Readonly<Record<typeof ARRAY | typeof MAP | typeof SET | typeof REGEXP, object>>;

/** What functions of the language need of the membrane. */
interface Outer {
  own(value: unknown): unknown;
  wholeOf(view: object): object;
  isKept(view: unknown): boolean;
}

export class Natives {
  /** The replacement of a method of Array, Map, Set or RegExp that is called on any object. */
  private readonly methods = new Map<Function, Function>();
  /** The method for each replacement. */
  private readonly originals = new OwnWeakMap<Function, Function>();

  constructor(
    private readonly full: FullObjects,
    private readonly properties: Properties,
    private readonly prototypes: Prototypes,
    private readonly membrane: Outer,
    private readonly working: Working,
  ) {
    const { whole, regain, own } = this;
    this.views = { whole, regain, own, full, properties };
  }

  /** The replacement of a function that is called on any object: the function itself, or a version that works on views. */
  readonly on = <F>(f: F): F => {
    if (f === this.latest) return f;
    const found = this.methods.get(f as Function) as F | undefined;
    if (found) return found;
    this.latest = f;
    return f;
  };

  /** The function that a replacement stands for; any other function as it is. */
  behind(f: Function): Function {
    return this.originals.get(f) ?? f;
  }

  /** The function of the last call, which had no replacement; often the next call has the same. */
  private latest: unknown;

  private readonly whole = (value: unknown): unknown =>
    typeof value === 'object' && Stamp.of(value) !== 0 ? this.membrane.wholeOf(value as object) : value;

  /** The object behind a stand-in. */
  private readonly own = <T>(value: T): T => this.membrane.own(value) as T;

  private readonly regain = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? this.full.viewOf(value) : value;

  /** What copies of shared objects need. */
  readonly views: Views;

  /** What `structuredClone` clones for a value. */
  copied = (value: unknown): unknown => new Copying(this.views).of(value);

  /** The functions that bound ones, and listeners, call. */
  readonly targets = new OwnWeakMap<Function, Function>();

  targetOf(f: Function): Function {
    return this.targets.get(f) ?? f;
  }

  /** Whether a function has a replacement, is one, or is a method of shared arrays, Maps and Sets. */
  has(f: Function): boolean {
    return this.methods.has(f) || this.standIns.has(f);
  }

  /** Replacements, and other functions that get shared objects as they are. */
  readonly standIns = new OwnWeakSet<Function>();

  /** Registers a function as the replacement of a built-in one. */
  noteStandIn(f: Function, native: Function): void {
    this.standIns.add(f);
    if (this.originals.has(f)) return;
    this.originals.set(f, native);
    nameAs(f, native);
  }

  /** The functions that stand-ins represent when they are called through `Reflect.apply` or `Reflect.construct`. */
  private readonly invoked = new OwnWeakMap<Function, Function>();

  /** `standIn` is what these call in place of `f`; elsewhere among their arguments it is `f`. */
  noteInvoked(standIn: Function, f: Function): void {
    this.invoked.set(standIn, f);
  }

  /** The callback for a method of the language on an object that may become a view meanwhile; the run time sets it. */
  watch = (_object: unknown, _method: Function, f: Function): Function => f;

  /** The arguments for a function in a list that foreign code may have; the run time sets it. */
  listOf = (_f: Function, list: unknown): unknown => list;

  /** A Proxy has been made; the run time sets it. */
  proxied = (_made: object, _target: object, _handler: ProxyHandler<object>): void => undefined;

  /** An iterable in a form that survives if it becomes a view meanwhile. */
  private readonly surviving = (iterable: unknown): unknown =>
    elementsOf(iterable, (object, key) => get(this.whole(object) as object, key));

  /** The result of a method of an object; if that is an iterator over it, one that survives likewise. */
  readonly survivingWalk = (result: unknown, object: unknown, method: unknown): unknown =>
    walkOf(result, object, method, (view, key) => get(this.whole(view) as object, key));

  /** Replaces the functions of this realm. */
  install(): void {
    const { whole, regain, on, originals, own, surviving } = this;
    refuseAloud();
    walkPrototypes.forEach((made, own) => this.full.views.set(made, own));
    const ofFirst: Wrap = native =>
      function (...args) {
        if (!isView(args[0])) return apply(native, this, args);
        const object = args[0];
        const given = (args[0] = whole(object));
        const result: unknown = apply(native, this, args);
        return result === given ? object : result;
      };
    const ofAll: Wrap = native =>
      function (...args) {
        return args.some(isView) ? regain(apply(native, this, args.map(whole))) : apply(native, this, args);
      };
    const ofDescriptor: Wrap = native =>
      function (object, name, descriptor) {
        const given = readDescriptor(descriptor, whole);
        return regain(apply(native, this, [whole(object), name, given]));
      };
    const ofDescriptors: Wrap = native =>
      function (object, ...rest) {
        const given = isObject(rest[0]) ? [readDescriptors(rest[0], whole)] : rest;
        return regain(apply(native, this, [whole(object), ...given]));
      };
    const ofThis: Wrap = native =>
      function (...args) {
        return apply(native, whole(this), args);
      };
    const prototypeOf: Wrap = native =>
      function (object) {
        // Another object inherits from a view by its full form.
        return regain(apply(native, this, [whole(object)]));
      };
    for (const holder of [Object, Reflect]) {
      replace(holder, OF_FIRST, ofFirst);
      replace(holder, OF_ALL, ofAll);
      replace(holder, ['defineProperty'], ofDescriptor);
      replace(holder, ['getPrototypeOf'], prototypeOf);
    }
    replace(
      Function.prototype,
      ['toString'],
      native =>
        function () {
          if (!replaced.has(this as Function) && !originals.has(this as Function))
            return typeof this === 'function' ? textOf(Mirrored.behind(own(this))) : apply(native, this, []);
          return `function ${(this as Function).name}() { [native code] }`;
        },
    );
    this.replaceClosing();
    this.replaceProto();
    const { properties } = this;
    replace(
      Object,
      ['keys'],
      other =>
        function (object) {
          const address = typeof object === 'object' ? Stamp.of(object) : 0;
          // Objects of other kinds may have names that are not enumerable.
          if (address === 0 || properties.kind(address) !== RECORD) return apply(other, this, [object]);
          const names = properties.keys(address);
          return typeof names.at(-1) === 'symbol' ? names.filter(name => typeof name === 'string') : names;
        },
    );
    const listOf = (f: unknown, list: unknown): unknown => this.listOf(f as Function, list);
    const uninvoked = (value: unknown): unknown =>
      typeof value === 'function' ? (this.invoked.get(value) ?? value) : value;
    replace(
      Reflect,
      ['apply'],
      native =>
        function (f, self, list) {
          return apply(native, this, [on(f), uninvoked(self), whole(listOf(f, list))]);
        },
    );
    replace(
      Reflect,
      ['construct'],
      native =>
        function (f, list, ...rest) {
          const given = whole(listOf(f, list)) as unknown[];
          const isOfEntries = f === Map || f === WeakMap;
          const elements =
            (isOfEntries || f === Set || f === WeakSet) && isObject(given) ? surviving(given[0]) : undefined;
          return apply(native, this, [
            f,
            elements === undefined ? given : [isOfEntries ? wholesOf(elements, whole) : elements],
            ...rest.map(uninvoked),
          ]);
        },
    );
    const { targets } = this;
    replace(
      Function.prototype,
      ['bind'],
      native =>
        function (...args) {
          const bound = apply(native, this, args) as Function;
          targets.set(bound, targets.get(this as Function) ?? (this as Function));
          return bound;
        },
    );
    replace(
      Reflect,
      ['get'],
      other =>
        function (object, ...rest) {
          const found = apply(other, this, [object, ...rest]) as unknown;
          // A full object binds methods that need the inside of the object.
          const isBound = typeof found === 'function' && isView(object) && targets.has(found);
          return isBound ? get(object as object, rest[0] as PropertyKey) : found;
        },
    );
    replace(Object, OF_DESCRIPTORS, ofDescriptors);
    replace(Object.prototype, OF_THIS, ofThis);
    replace(getPrototypeOf(Uint8Array.prototype) as object, ['set'], ofFirst);
    replace(
      Array,
      ['from', 'fromAsync'],
      native =>
        function (from, ...rest) {
          const isList = isView(from) && !(Symbol.iterator in (from as object));
          // The callback, or the code that runs while an element is awaited, may share the object.
          const isWhole = native.name === 'from' && rest[0] === undefined;
          return apply(native, this, [isList ? whole(from) : isWhole ? from : surviving(from), ...rest]);
        },
    );
    const ofIterable: Wrap = native =>
      function (iterable, ...rest) {
        return apply(native, this, [surviving(iterable), ...rest]);
      };
    // Node 20 has no class of iterators.
    const { Iterator = {} } = globalThis as { Iterator?: object };
    replace(Iterator, ['from'], ofIterable);
    for (const holder of [Object, Map]) replace(holder, ['groupBy'], ofIterable);
    replace(
      Object,
      ['fromEntries'],
      native =>
        function (entries) {
          return apply(native, this, [wholesOf(entries, whole)]);
        },
    );
    replace(
      String,
      ['raw'],
      native =>
        function (template, ...rest) {
          const raw = (template as { raw?: unknown } | undefined)?.raw;
          return apply(native, this, [isView(raw) ? { raw: whole(raw) } : template, ...rest]);
        },
    );
    replace(JSON, ['stringify'], native => stringifyWith(native, whole, regain));
    replace(
      Date.prototype,
      SETTERS,
      native =>
        function (...args) {
          if (isView(this))
            throw blame(() => new TypeError('a shared Date does not change: assign a new Date'));
          return apply(native, this, args);
        },
    );
    this.replaceFlattening();
    this.replaceLocales();
    this.replaceGlobals();
    refuseTransfers();
    captureStacks(this.own);
    acceptStandIns(value => this.own(value) !== value);
    this.addMethods();
    this.working.install(native => this.methods.get(native));
  }

  /**
   * Replaces functions about whether objects get further properties. Shared buffers get none, although for the program they are like plain
   * ones.
   */
  private replaceClosing(): void {
    const answer =
      (answered: boolean): Wrap =>
      native =>
        function (object) {
          return isClosed(object) ? answered : apply(native, this, [object]);
        };
    const refuse: Wrap = native =>
      function (object) {
        if (isClosed(object)) throw blame(() => new TypeError(NOT_FROZEN));
        return apply(native, this, [object]);
      };
    for (const holder of [Object, Reflect]) {
      replace(holder, ['isExtensible'], answer(true));
      replace(holder, ['isFrozen', 'isSealed'], answer(false));
      replace(holder, ['freeze', 'seal', 'preventExtensions'], refuse);
    }
  }

  /** Replaces the accessor of `object.__proto__`: it reads and writes an own property of that name, or the prototype. */
  private replaceProto(): void {
    const { whole, regain, properties } = this;
    const { get: read, set: write } = getOwnPropertyDescriptor(Object.prototype, '__proto__')!;
    const owner = (object: unknown): number => {
      const address = isView(object) ? Stamp.of(object) : 0;
      return address !== 0 && properties.has(address, '__proto__') ? address : 0;
    };
    defineProperty(Object.prototype, '__proto__', {
      get(this: unknown) {
        const address = owner(this);
        return address === 0 ? regain(apply(read!, whole(this), [])) : properties.get(address, '__proto__');
      },
      set(this: unknown, value: unknown) {
        const address = owner(this);
        if (address === 0) apply(write!, whole(this), [whole(value)]);
        else properties.set(address, '__proto__', value);
      },
      configurable: true,
    });
  }

  /** Replaces methods of arrays that read elements or arguments which are arrays. */
  private replaceFlattening(): void {
    const { whole, regain, properties } = this;
    const watch = (list: unknown, method: Function, f: Function) => this.watch(list, method, f);
    const isArrayView = (value: unknown) => isView(value) && properties.kind(Stamp.of(value)) === ARRAY;
    const wholeArray = (value: unknown) => (isArrayView(value) ? whole(value) : value);
    const { membrane, full } = this;
    const copied = (value: unknown) =>
      isArrayView(value) ? (membrane.isKept(value) ? whole(value) : full.copy(value as object)) : value;
    const holdsView = (list: unknown, depth: number): boolean =>
      Array.isArray(list) &&
      (isView(list) ||
        (depth > 0 && list.some(element => typeof element === 'object' && holdsView(element, depth - 1))));
    const flatten = (list: readonly unknown[], depth: number, flat: unknown[]): unknown[] => {
      const { length } = list;
      for (let i = 0; i < length; i++) {
        if (!(i in list)) continue;
        const element = wholeArray(list[i]);
        if (depth > 0 && Array.isArray(element)) flatten(element, depth - 1, flat);
        else flat.push(list[i]);
      }
      return flat;
    };
    replace(
      Array.prototype,
      ['concat'],
      native =>
        function (...items) {
          if (!isView(this) && !items.some(isView)) return apply(native, this, items);
          return apply(native, copied(this), items.map(copied));
        },
    );
    replace(
      Array.prototype,
      ['flat'],
      native =>
        function (depth, ...rest) {
          const levels = depth === undefined ? 1 : Math.trunc(+(depth as number)) || 0;
          if (!holdsView(this, Math.min(levels, 1000))) return apply(native, this, [levels, ...rest]);
          return flatten(whole(this) as unknown[], levels, []);
        },
    );
    replace(
      Array.prototype,
      ['flatMap'],
      native =>
        function (f, self) {
          if (typeof f !== 'function') return apply(native, this, [f, self]);
          const list = wholeArray(this);
          const array = regain(this);
          const called = (element: unknown, i: number): unknown =>
            wholeArray(apply(f, self, [element, i, array]));
          return apply(native, list, [this === list ? watch(list, Array.prototype.flatMap, called) : called]);
        },
    );
  }

  /** Replaces functions that read lists of languages and objects with options. */
  private replaceLocales(): void {
    const { whole } = this;
    const ofArguments: Wrap = native =>
      function (...args) {
        return apply(
          native,
          Array.isArray(this) ? whole(this) : this,
          args.some(isView) ? args.map(whole) : args,
        );
      };
    replace(String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase'], ofArguments);
    for (const { prototype } of [Number, BigInt, Date, Array, getPrototypeOf(Uint8Array) as typeof Array])
      replace(prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'], ofArguments);
    replace(Intl, ['getCanonicalLocales'], ofArguments);
    for (const name of Object.getOwnPropertyNames(Intl)) {
      const made = get(Intl, name) as Function & { prototype?: object };
      if (typeof made !== 'function' || !made.prototype) continue;
      replace(made, ['supportedLocalesOf'], ofArguments);
      const sharing: Function = new Proxy(made, {
        apply: (target, self, args: unknown[]) => apply(target, self, args.map(whole)),
        construct: (target, args: unknown[], derived) =>
          Reflect.construct(target, args.map(whole), derived === sharing ? target : derived) as object,
      });
      defineProperty(made.prototype, 'constructor', { value: sharing, configurable: true, writable: true });
      defineProperty(Intl, name, { value: sharing, configurable: true, writable: true });
    }
  }

  private replaceGlobals(): void {
    const { whole } = this;
    const copied = (value: unknown) => this.copied(value);
    replace(
      globalThis,
      ['structuredClone'],
      native =>
        function (value, ...rest) {
          return apply(native, this, [copied(value), ...rest]);
        },
    );
    const NativeProxy = Proxy;
    /** The engine passes the full object to traps; the traps of the program must get the view instead. */
    const trapsFor = (view: object, handler: ProxyHandler<object>): ProxyHandler<object> =>
      !isView(view) || !isObject(handler)
        ? handler
        : new NativeProxy(handler, {
            get: (_, name) => {
              const trap: unknown = get(handler, name);
              if (typeof trap !== 'function') return trap;
              return (_target: object, ...rest: unknown[]): unknown => apply(trap, handler, [view, ...rest]);
            },
          });
    const { revocable } = NativeProxy;
    const noted = (object: object, handler: ProxyHandler<object>): { proxy: object } => {
      const made = revocable(whole(object) as object, trapsFor(object, handler));
      noteProxy(object);
      this.proxied(made.proxy, object, handler);
      return made;
    };
    replace(NativeProxy, ['revocable'], () => noted as Native);
    const SharingProxy = new NativeProxy(NativeProxy, {
      construct: (_, [object, handler]: [object, ProxyHandler<object>]) => noted(object, handler).proxy,
    });
    defineProperty(globalThis, 'Proxy', { value: SharingProxy, configurable: true, writable: true });
  }

  private addMethods(): void {
    const { whole, regain, methods, on, properties } = this;
    const survivingWalk = this.survivingWalk;
    const watch = (object: unknown, method: Function, f: Function) => this.watch(object, method, f);
    const bases = [
      [Array.prototype, ARRAY],
      [Map.prototype, MAP],
      [Set.prototype, SET],
      [RegExp.prototype, REGEXP],
    ] as const;
    for (const [base, kind] of bases) {
      for (const name of Reflect.ownKeys(base)) {
        if (name === 'constructor') continue;
        const { value, get: getter } = getOwnPropertyDescriptor(base, name)!;
        const native = (value ?? getter) as unknown;
        if (typeof native !== 'function' || (kind === ARRAY && replaced.has(native))) continue;
        const own = (): Function =>
          (getter ? accessor(this.prototypes[kind], name) : get(this.prototypes[kind], name)) as Function;
        // The views of regular expressions replace only some methods.
        if (kind === REGEXP && (getter || own() === native)) continue;
        const onAny = function (this: unknown, ...args: unknown[]): unknown {
          if (!isView(this)) {
            if (typeof args[0] === 'function') args[0] = watch(this, native, args[0]);
            return survivingWalk(apply(native, this, args), this, native);
          }
          if (properties.kind(Stamp.of(this)) === kind) return apply(own(), this, args);
          return kind === ARRAY ? regain(apply(native, whole(this), args)) : apply(native, this, args);
        };
        methods.set(native, onAny);
        // A program may take a shared object's own version as well.
        methods.set(own(), onAny);
      }
    }
    const { call, apply: nativeApply, bind } = Function.prototype;
    methods.set(call, function (this: Function, self: unknown, ...args: unknown[]): unknown {
      return apply(on(this), self, args);
    });
    methods.set(nativeApply, function (this: Function, self: unknown, args: unknown): unknown {
      return apply(nativeApply, on(this), [self, whole(args)]);
    });
    methods.set(bind, function (this: Function, ...args: unknown[]): unknown {
      return apply(bind, on(this), args);
    });
    for (const [native, standIn] of methods) this.noteStandIn(standIn, native);
    for (const prototype of Object.values(this.prototypes)) {
      for (let at = prototype; at !== Object.prototype; at = getPrototypeOf(at) as object)
        for (const name of Reflect.ownKeys(at)) {
          const method = getOwnPropertyDescriptor(at, name)!.value as unknown;
          if (typeof method === 'function') this.standIns.add(method);
        }
    }
  }
}

/** A descriptor as the language reads it. Its getters may share the object that gets the property, so they run before. */
function readDescriptor(given: unknown, whole: (value: unknown) => unknown): unknown {
  if (!isObject(given)) return given;
  const held = whole(given) as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  for (const name of ['enumerable', 'configurable', 'value', 'writable', 'get', 'set'])
    if (name in held) made[name] = held[name];
  return made;
}

function readDescriptors(object: object, whole: (value: unknown) => unknown): unknown {
  const held = whole(object) as Record<PropertyKey, unknown>;
  const made = {};
  for (const name of ownKeys(held))
    if (getOwnPropertyDescriptor(held, name)?.enumerable)
      defineProperty(made, name, { value: readDescriptor(held[name], whole), enumerable: true });
  return made;
}

/** The getter of a shared prototype. */
function accessor(prototype: object, name: PropertyKey): Function | undefined {
  for (let at: object | null = prototype; at !== null; at = getPrototypeOf(at) as object | null) {
    const found = getOwnPropertyDescriptor(at, name);
    if (found) return found.get;
  }
  return undefined;
}
