/**
 * Shared objects that foreign code holds directly, without a stand-in, because it made them or got them before they were shared. The view
 * of one keeps own properties, an accessor for each, so that the engine finds them for code that is not rewritten; an array keeps its
 * length. In front of its prototype is a Proxy for properties that are assigned later. What is read there is what foreign code gets: the
 * program converts it, as for any object that foreign code may have.
 *
 * Accessors must come and go with the properties, in the realm that has published the object. A worker holds objects for one handler. The main
 * realm holds them longer, so it marks them with the flag KEPT, and others leave the changes of their structure to it.
 */
import type { ViewCache } from './cache.js';
import type { Kind } from './kinds/kind.js';
import { KEPT } from './layout.js';
import {
  defineProperty,
  deleteProperty,
  get,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  ownKeys,
  setPrototypeOf,
} from './raw.js';
import type { Properties } from './properties.js';
import type { Name } from './shapes.js';
import type { Space } from './space.js';
import { isObject, ordinary, Stamp } from './stamp.js';
import { absent } from './values.js';
import { OwnWeakMap, OwnWeakSet } from './weak.js';

export class Kept {
  private readonly views = new OwnWeakSet<object>();
  private readonly accessors = new Map<Name, PropertyDescriptor>();
  private readonly fronts = new OwnWeakMap<object, object>();
  private readonly methods = new OwnWeakMap<Function, Function>();
  /** The prototypes behind them. */
  private readonly behind = new OwnWeakMap<object, object>();
  /** In the main realm: the views whose structure the current turn has changed. In a worker: all those of the current handler. */
  private readonly changed = new Set<object>();
  /** In the main realm: the views that have accessors only for a method that goes over them. */
  private readonly lent = new Set<object>();
  private isUsed = false;
  /** Called before a realm changes the structure of an object that the main realm keeps; stops a handler of a worker. */
  elsewhere: () => void = () => undefined;
  /** The membrane. */
  sides!: {
    readonly in: (value: unknown) => unknown;
    readonly out: (value: unknown) => unknown;
    isHeld(object: unknown): boolean;
  };

  constructor(
    private readonly properties: Properties,
    private readonly space: Space,
    private readonly cache: ViewCache,
    private readonly kindOf: (address: number) => Kind,
  ) {}

  has(view: object): boolean {
    return this.views.has(view);
  }

  /** The object at an address has just become a view, or a view is read from one that foreign code holds. */
  keep(view: object, address: number, names: readonly Name[]): void {
    this.isUsed = true;
    this.views.add(view);
    if (this.cache.isLasting) this.space.setBits(address, KEPT);
    else this.changed.add(view);
    for (const name of names) this.define(view, name);
    if (Array.isArray(view)) view.length = this.properties.elements.length(address);
    const prototype = this.kindOf(address).prototypeOf(view);
    setPrototypeOf(view, this.frontOf(getPrototypeOf(view) as object, prototype));
  }

  /** Before a property is added or removed, or an array gets another length. */
  changing(address: number): void {
    if (this.space.load(address) & KEPT) this.elsewhere();
  }

  added(address: number, name: Name): void {
    const view = this.viewAt(address);
    if (view) this.define(view, name);
  }

  removed(address: number, name: Name): void {
    const view = this.viewAt(address);
    if (view) deleteProperty(view, name);
  }

  resized(address: number, length: number): void {
    const view = this.viewAt(address);
    if (view) (view as unknown[]).length = length;
  }

  /** The current turn or attempt has ended. If it is undone, so are the changes of structure. */
  endTurn(isUndone: boolean): void {
    if (this.lent.size > 0) this.takeBack(isUndone);
    if (this.changed.size === 0) return;
    for (const view of this.changed) {
      if (!this.cache.isLasting) this.release(view);
      else if (isUndone) this.refresh(view);
    }
    this.changed.clear();
  }

  /** Those of an undone turn stay as they are. */
  private takeBack(isUndone: boolean): void {
    for (const view of isUndone ? [] : this.lent) {
      this.changed.delete(view);
      this.release(view);
      this.space.clearBits(Stamp.of(view), KEPT);
    }
    this.lent.clear();
  }

  /** Removes a view's accessors, so that it is like any other view. */
  private release(view: object): void {
    this.views.delete(view);
    setPrototypeOf(view, this.behind.get(getPrototypeOf(view) as object)!);
    if (Array.isArray(view)) view.length = 0;
    for (const name of ownKeys(view)) deleteProperty(view, name);
  }

  private refresh(view: object): void {
    const address = Stamp.of(view);
    const names = new Set(this.namesAt(address));
    for (const name of ownKeys(view)) {
      if (!names.has(name)) deleteProperty(view, name);
    }
    for (const name of names) this.define(view, name);
    if (Array.isArray(view)) view.length = this.properties.elements.length(address);
  }

  /** Gives a view accessors, for foreign code that gets the view itself. */
  adopt(view: object): void {
    this.lent.delete(view);
    if (this.views.has(view)) return;
    const address = Stamp.of(view);
    const names = this.namesAt(address);
    if (this.mustKeep(view, this.kindOf(address), names)) this.keep(view, address, names);
  }

  /** As adopt, for code that holds the object until the turn ends at most. */
  readonly lend = (value: object): void => {
    if (typeof value === 'function' || Stamp.of(value) === 0 || this.views.has(value)) return;
    this.adopt(value);
    if (this.cache.isLasting && this.views.has(value)) this.lent.add(value);
  };

  /** Moves to a shared object what a function of the language has changed in the view itself: properties, and the length. */
  settle(view: object): void {
    if (!this.views.has(view)) return;
    const { properties } = this;
    const address = Stamp.of(view);
    const length = Array.isArray(view) ? view.length : -1;
    for (const name of this.namesAt(address)) if (!hasOwn(view, name)) properties.delete(address, name);
    for (const name of ownKeys(view)) {
      const property = getOwnPropertyDescriptor(view, name)!;
      if (!('value' in property) || (length >= 0 && name === 'length')) continue;
      deleteProperty(view, name);
      properties.set(address, name, property.value);
      this.define(view, name);
    }
    if (length >= 0 && length !== properties.elements.length(address)) properties.setLength(address, length);
  }

  /** The names of the properties that need accessors. The texts that an error hides need none. */
  private namesAt(address: number): Name[] {
    const kind = this.kindOf(address);
    return this.properties
      .keys(address)
      .filter(name => !kind.isHidden?.(name, address) || isObject(this.properties.get(address, name)));
  }

  /**
   * Whether foreign code needs accessors for these properties of an object. It needs none for the state of a Date, which the engine knows. An error
   * without them would cross as a stand-in.
   */
  mustKeep(view: object, kind: Kind, names: readonly Name[]): boolean {
    return names.length > 0 || !kind.isNative || view instanceof Error;
  }

  private viewAt(address: number): object | undefined {
    if (!this.isUsed) return undefined;
    const view = this.cache.get(address);
    if (!view || !this.views.has(view)) return undefined;
    this.changed.add(view);
    return view;
  }

  private define(view: object, name: Name): void {
    if (hasOwn(view, name)) return;
    const address = Stamp.of(view);
    const enumerable = this.kindOf(address).isHidden?.(name, address) !== true;
    defineProperty(view, name, { ...this.accessorOf(name), enumerable });
  }

  private accessorOf(name: Name): PropertyDescriptor {
    let made = this.accessors.get(name);
    if (!made) this.accessors.set(name, (made = this.accessor(name)));
    return made;
  }

  private accessor(name: Name): PropertyDescriptor {
    const { properties, sides } = this;
    const shown = this.shown;
    return {
      get(this: object) {
        const value = properties.get(Stamp.behind(this), name);
        return value === absent ? undefined : shown(value, this);
      },
      set(this: object, value: unknown) {
        const address = Stamp.of(this);
        if (address !== 0) properties.set(address, name, sides.in(value));
        else defineProperty(this, name, ordinary(value));
      },
      enumerable: true,
      configurable: true,
    };
  }

  /** What an object shows of a value in it: to foreign code what that has for the value, to a function of the language the value. */
  private readonly shown = (value: unknown, object: unknown): unknown => {
    if (this.sides.isHeld(object)) return this.sides.out(value);
    if (isObject(value)) this.lend(value);
    return value;
  };

  /** A method that works on the shared object itself, for foreign code. */
  private taking(method: Function): Function {
    let made = this.methods.get(method);
    if (!made) {
      const { shown, sides } = this;
      made = function (this: unknown, ...args: unknown[]): unknown {
        return shown(Reflect.apply(method, this, args.map(sides.in)), this);
      };
      this.methods.set(method, made);
    }
    return made;
  }

  /** A Proxy in front of a prototype: an assignment to a view's property without an accessor adds the property to the shared object. */
  private frontOf(accessors: object, prototype: object | null): object {
    let front = this.fronts.get(accessors);
    if (!front) {
      const isCollection = prototype === Map.prototype || prototype === Set.prototype;
      front = new OwnProxy(accessors, {
        get: (target, name, receiver: object) => {
          const isEntered = isCollection || (CHANGING.has(name) && Array.isArray(receiver));
          if (prototype === Array.prototype && !CHANGING.has(name) && ARRAY_METHODS.has(name))
            return ARRAY_METHODS.get(name);
          const found: unknown = get(target, name, receiver);
          if (isEntered && name !== 'constructor' && typeof found === 'function') return this.taking(found);
          // Node 20 does not recognise the kind of an object if a Proxy is among its prototypes.
          return name === Symbol.toStringTag && found === undefined
            ? KINDS.find(kind => receiver instanceof kind)?.name
            : found;
        },
        set: (target, name, value, receiver: object) => {
          const address = Stamp.of(receiver);
          const isKnown = address === 0 || (prototype !== null && name in prototype);
          if (isKnown) return Reflect.set(target, name, value, receiver);
          this.properties.set(address, name, this.sides.in(value));
          return true;
        },
        has: (_, name) => prototype !== null && name in prototype,
      });
      this.fronts.set(accessors, front);
      this.behind.set(front, accessors);
    }
    return front;
  }
}

/** Built-in methods of arrays; on a kept array they use its accessors. */
const ARRAY_METHODS: ReadonlyMap<PropertyKey, unknown> = new Map(
  ownKeys(Array.prototype).map(name => [name, get(Array.prototype, name) as unknown]),
);

const KINDS = [Array, Error, Date, RegExp];

/** Methods that change the array; a kept array's own versions change the heap. */
const CHANGING: ReadonlySet<PropertyKey> = new Set([
  ...[
    'constructor',
    'length',
    'copyWithin',
    'fill',
    'pop',
    'push',
    'reverse',
    'shift',
    'sort',
    'splice',
    'unshift',
  ],
]);

/** The original, because the global name `Proxy` may have been replaced. */
const OwnProxy = Proxy;
