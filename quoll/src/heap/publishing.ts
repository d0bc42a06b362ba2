/**
 * Publishing: copies a plain object, and all objects that it reaches, into the shared heap, and turns the
 * object itself into a view of the copy, so that all references to it stay valid.
 *
 *   1  Copy: give each object reached an address and copy its fields there. The program's objects stay
 *      unchanged, and a value that cannot be shared stops the publishing here.
 *   2  Turn: remove each object's own fields, give it a view's prototype, and stamp it with its address.
 */
import { LASTING_FUNCTIONS } from '../protocol/control.js';
import type { ViewCache } from './cache.js';
import { cannotShare, CannotShareError } from './errors.js';
import { Elements } from './elements.js';
import { ARRAY, BODY, bodyField, FUNCTION, MAP, META, RECORD, SET } from './layout.js';
import { membersOf, shareStatics } from './members.js';
import { originalOf } from './originals.js';
import { indexOf, type Properties } from './properties.js';
import { BARE, type Name, PLAIN, type Shapes } from './shapes.js';
import type { Space } from './space.js';
import { Stamp } from './stamp.js';
import { TABLE_BYTES, type Tables, VALUE } from './table.js';
import type { Values } from './values.js';

/** The facts about a function from its source. */
export interface FunctionFacts {
  readonly name: string;
  readonly line: number;
  /** Names of the captured variables. */
  readonly captures: readonly string[];
  /** Of a class: a private name that its instances have. */
  readonly privateName?: string;
}

/** The shareable form of a function, or the reason why there is none. */
export interface Code {
  describe(f: Function):
    | {
        readonly url: string;
        readonly id: number;
        readonly captures: readonly unknown[];
        readonly self: unknown;
        /** Every realm has this function by itself, for as long as it runs. */
        readonly isLasting?: boolean;
        /** For messages. */
        readonly record?: FunctionFacts;
      }
    | { readonly reason: string };
  /** Whether an object is a Proxy, where the host can tell. */
  isProxy?(object: object): boolean;
}

/** The parts of a published object's view. */
export interface Prototypes {
  ofKind(kind: number): object;
  ofShape(shape: number): object;
}

/** An object that is being published. */
interface Moving {
  readonly object: object;
  readonly address: number;
  /** Copies the fields. */
  copy(): void;
  /** Empties the object and gives it its view's prototype. */
  turn(): void;
  /** It refers to no other object, and its memory stays even if its transaction is undone. */
  readonly stays?: boolean;
}

/** The fields of a function's body: module, id, `this`, what it has besides its code, and then the captured values. */
export const FUNCTION_PARTS = 4;
export const FUNCTION_FIELDS = { url: 0, id: 1, self: 2, members: 3, captures: FUNCTION_PARTS };

/** Objects with more properties keep them in a table: a shape costs every realm an accessor for each name. */
const MOST_IN_SHAPE = 64;

export class Publisher {
  private readonly moving = new Map<object, Moving>();
  private readonly queue: Moving[] = [];
  private isBusy = false;
  /** Prototypes whose instances have no private members. */
  private readonly open = new WeakSet<object>();

  constructor(
    private readonly values: Values,
    private readonly space: Space,
    private readonly tables: Tables,
    private readonly shapes: Shapes,
    private readonly properties: Properties,
    private readonly prototypes: Prototypes,
    private readonly code: Code,
    private readonly cache: ViewCache,
  ) {}

  /** The address of an object, which is published if it is not shared yet. */
  publish(object: object): number {
    const address = Stamp.of(object) || this.moving.get(object)?.address;
    if (address) return address;
    const moving = this.begin(object);
    this.moving.set(object, moving);
    this.queue.push(moving);
    if (!this.isBusy) this.moveAll();
    return moving.address;
  }

  /**
   * Throws if the object, or one that it reaches, cannot be shared. Captured values of functions are checked
   * when the functions are published.
   */
  check(object: object): void {
    const reached = new Set([object]);
    for (const one of reached) {
      if (Stamp.of(one) !== 0 || typeof one === 'function') continue;
      checkObject(one);
      this.checkPrivateNames(one, Object.getPrototypeOf(one) as object | null);
      for (const value of contentsOf(one)) {
        if (typeof value === 'object' && value !== null) reached.add(value);
        else this.checkValue(value);
      }
    }
  }

  /** As check, for any value. */
  checkValue(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.check(value);
    else if (typeof value === 'bigint' || typeof value === 'symbol') this.values.key(value);
  }

  private moveAll(): void {
    this.isBusy = true;
    try {
      // The queue grows while objects are copied; a long list does not recurse.
      for (let i = 0; i < this.queue.length; i++) this.queue[i]!.copy();
      for (const moving of this.queue) {
        const { object, address } = moving;
        if (this.cache.undoesPublishing && !moving.stays) this.cache.addUndo(this.undoOf(moving));
        moving.turn();
        Stamp.put(object, address);
        this.cache.add(address, object);
      }
    } finally {
      this.isBusy = false;
      this.queue.length = 0;
      this.moving.clear();
    }
  }

  private undoOf({ object, address }: Moving): () => void {
    const restore = originalOf(object);
    return () => {
      Stamp.remove(object);
      restore();
      if (typeof object === 'function') this.hollow(address);
    };
  }

  /** Removes from a function what it refers to: that is freed, but the function is not. */
  private hollow(address: number): void {
    for (let i = this.space.load(address + META) - 1; i >= 0; i--)
      this.values.put(bodyField(address, FUNCTION_FIELDS.captures + i), undefined);
    this.values.put(bodyField(address, FUNCTION_FIELDS.self), undefined);
    this.values.put(bodyField(address, FUNCTION_FIELDS.members), undefined);
  }

  private begin(object: object): Moving {
    if (typeof object === 'function') return this.beginFunction(object);
    if (this.code.isProxy?.(object)) throw refusal(object, 'share what the Proxy stands for');
    const prototype: unknown = Object.getPrototypeOf(object);
    if (Array.isArray(object)) {
      if (prototype !== Array.prototype) throw refusal(object, 'use a plain array');
      return this.beginArray(object);
    }
    if (object instanceof Map) {
      if (prototype !== Map.prototype) throw refusal(object, 'use a plain Map');
      return this.beginCollection(object, MAP, () => Map.prototype.clear.call(object));
    }
    if (object instanceof Set) {
      if (prototype !== Set.prototype) throw refusal(object, 'use a plain Set');
      return this.beginCollection(object, SET, () => Set.prototype.clear.call(object));
    }
    return this.beginRecord(object, prototype as object | null);
  }

  private allocate(kind: number, meta: number, bytes: number): number {
    const address = this.space.allocate(bytes);
    this.space.store(address, kind);
    this.space.store(address + META, meta);
    return address;
  }

  private beginRecord(object: object, prototype: object | null): Moving {
    checkObject(object);
    const names = ownNames(object);
    const own = names.length <= MOST_IN_SHAPE ? names : [];
    const shape = this.shapes.of(this.classOf(object, prototype), own);
    const address = this.allocate(RECORD, shape.address, bodyField(0, own.length));
    const plain = object as Record<Name, unknown>;
    return {
      object,
      address,
      copy: () => {
        own.forEach((name, i) => this.values.put(bodyField(address, i), plain[name]));
        if (own !== names) this.copyToTable(address, names, plain);
      },
      turn: () => {
        // The last property first: the engine keeps an object fast if its properties are removed in this
        // order.
        for (let i = names.length - 1; i >= 0; i--) delete plain[names[i]!];
        Object.setPrototypeOf(object, this.prototypes.ofShape(shape.address));
      },
    };
  }

  private copyToTable(address: number, names: readonly Name[], plain: Record<Name, unknown>): void {
    const table = this.properties.makeFreshExtras(address);
    for (const name of names) this.putEntry(table, name, plain[name]);
  }

  /** Adds an entry to a table that no other realm can reach yet. */
  private putEntry(table: number, key: unknown, value: unknown): void {
    this.values.put(this.tables.addFresh(table, this.values.key(key)) + VALUE, value);
  }

  private classOf(object: object, prototype: object | null): number {
    if (prototype === null) return BARE;
    if (prototype === Object.prototype) return PLAIN;
    const constructor: unknown = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
    if (typeof constructor !== 'function' || constructor.prototype !== prototype) {
      throw refusal(object, 'share plain objects and instances of classes only');
    }
    this.checkPrivateNames(object, prototype);
    return this.publish(constructor);
  }

  /** Private members do not cross. */
  private checkPrivateNames(object: object, prototype: object | null): void {
    if (prototype === null || this.open.has(prototype)) return;
    for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
      const described = typeof at.constructor === 'function' ? this.code.describe(at.constructor) : undefined;
      const facts = described && 'record' in described ? described.record : undefined;
      if (facts?.privateName === undefined) continue;
      throw refusal(
        object,
        `use a public field instead of '#${facts.privateName}', which no other realm can see`,
      );
    }
    this.open.add(prototype);
  }

  private beginArray(array: unknown[]): Moving {
    const names = ownNames(array);
    const further = names.filter(name => indexOf(name) < 0);
    const isDense = names.length * 2 >= array.length;
    const capacity = isDense ? array.length : 0;
    const { length } = array;
    const address = this.allocate(ARRAY, capacity, Elements.bytes(capacity));
    this.properties.elements.initialize(address, capacity, length);
    const plain = array as unknown as Record<Name, unknown>;
    return {
      object: array,
      address,
      copy: () => {
        for (const name of names) {
          const index = indexOf(name);
          if (index >= 0) this.values.put(this.properties.elements.make(address, index), plain[name]);
        }
        if (further.length > 0) this.copyToTable(address, further, plain);
      },
      turn: () => {
        array.length = 0;
        for (const name of Object.keys(array)) delete plain[name];
        Object.setPrototypeOf(array, this.prototypes.ofKind(ARRAY));
      },
    };
  }

  private beginCollection(
    collection: Map<unknown, unknown> | Set<unknown>,
    kind: number,
    clear: () => void,
  ): Moving {
    const names = ownNames(collection);
    if (names.length > 0) throw refusal(collection, `remove its property ${String(names[0])}`);
    const address = this.allocate(kind, 0, BODY + TABLE_BYTES);
    const table = this.properties.tableOf(address);
    this.tables.initialize(table);
    return {
      object: collection,
      address,
      copy: () => {
        for (const [key, value] of collection.entries()) this.putEntry(table, key, value);
      },
      turn: () => {
        clear();
        Object.setPrototypeOf(collection, this.prototypes.ofKind(kind));
      },
    };
  }

  private beginFunction(f: Function): Moving {
    const described = this.code.describe(f);
    if ('reason' in described) {
      throw cannotShare(`the function ${f.name || '(anonymous)'}`, described.reason);
    }
    const { url, id, captures, self, isLasting, record } = described;
    const crosses = (other: Function) => !('reason' in this.code.describe(other));
    const members = isLasting
      ? undefined
      : this.named(record && `which stands at ${url}:${record.line}`, () => membersOf(f, crosses));
    const statics = Object.keys(members?.statics ?? {});
    for (const name of statics) {
      this.named(record && `the property '${name}' of ${f.name}, at ${url}:${record.line}`, () =>
        this.checkValue(members!.statics[name]),
      );
    }
    // Functions stay even if their transaction aborts, because a shape may name a class permanently.
    const address = this.space.allocateLasting(bodyField(0, FUNCTION_PARTS + captures.length));
    if (isLasting) this.keepForever(address);
    this.space.store(address, FUNCTION);
    this.space.store(address + META, captures.length);
    const field = (i: number) => bodyField(address, i);
    return {
      object: f,
      address,
      stays: captures.length === 0 && self === undefined && members === undefined,
      copy: () => {
        this.values.put(field(FUNCTION_FIELDS.url), url);
        this.values.put(field(FUNCTION_FIELDS.id), id);
        this.values.put(field(FUNCTION_FIELDS.self), self);
        this.values.put(field(FUNCTION_FIELDS.members), members);
        captures.forEach((value, i) => {
          const holder =
            record && `'${record.captures[i]}', which the function at ${url}:${record.line} captures`;
          this.named(holder, () => this.values.put(field(FUNCTION_FIELDS.captures + i), value));
        });
      },
      turn: () => {
        if (members) shareStatics(f, members.statics, statics, this.properties);
      },
    };
  }

  /** Does `share`; if a value cannot be shared, the message says what holds it. */
  private named<R>(holder: string | undefined, share: () => R): R {
    try {
      return share();
    } catch (error) {
      throw holder !== undefined && error instanceof CannotShareError ? error.heldBy(holder) : error;
    }
  }

  /** The function itself is stamped with its address in some realm for as long as that runs. */
  private keepForever(address: number): void {
    const { space } = this;
    const node = space.allocateImmortal(8);
    space.store(node + 4, address);
    while (true) {
      const head = space.loadPointer(LASTING_FUNCTIONS);
      space.store(node, head);
      if (space.setPointer(LASTING_FUNCTIONS, head, node) === head) return;
    }
  }
}

/** Prototypes of objects with state that is no property. */
const EXOTIC: ReadonlySet<object> = new Set([
  ...[ArrayBuffer, DataView, Date, Error, FinalizationRegistry, Promise, RegExp, SharedArrayBuffer].map(
    constructor => constructor.prototype as object,
  ),
  ...[WeakMap, WeakRef, WeakSet, Boolean, Number, String].map(constructor => constructor.prototype as object),
  Object.getPrototypeOf(Uint8Array.prototype) as object,
]);

/** Throws if an object of its kind, or with its properties, cannot be shared. */
function checkObject(object: object): void {
  for (let at: object | null = object; (at = Object.getPrototypeOf(at) as object | null) !== null;) {
    if (EXOTIC.has(at))
      throw refusal(object, 'share the data in it as numbers, strings, plain objects or arrays');
  }
  ownNames(object);
}

/** All values that an object holds. */
function* contentsOf(object: object): Generator<unknown> {
  if (object instanceof Map) for (const entry of object) yield* entry;
  else if (object instanceof Set) yield* object;
  else yield* Object.values(object);
}

/** The names of an object's own data properties; anything else stops the publishing. */
function ownNames(object: object): Name[] {
  const names: Name[] = [];
  if (!Object.isExtensible(object)) throw refusal(object, 'leave out Object.freeze, or share a copy of it');
  for (const name of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, name)!;
    const isLength = name === 'length' && Array.isArray(object);
    if (!('value' in descriptor))
      throw refusal(object, `its property ${String(name)} has a getter or setter; use a method`);
    if (!descriptor.writable || !(descriptor.configurable || isLength))
      throw refusal(object, `its property ${String(name)} is read-only; assign it`);
    if (isLength) continue;
    if (!descriptor.enumerable) {
      const isArguments = Object.prototype.toString.call(object) === '[object Arguments]';
      const wayOut = isArguments
        ? 'use a rest parameter'
        : `its property ${String(name)} is hidden; assign it`;
      throw refusal(object, wayOut);
    }
    names.push(name);
  }
  return names;
}

function refusal(object: object, wayOut: string): CannotShareError {
  const prototype = Object.getPrototypeOf(object) as { constructor?: { name?: string } } | null;
  const name = prototype?.constructor?.name;
  const what = name === undefined || name === 'Object' ? 'this object' : `this ${name}`;
  return cannotShare(what, wayOut);
}
