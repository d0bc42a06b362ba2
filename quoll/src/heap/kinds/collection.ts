/** Map and Set: a table from keys to values. */
import { loopsMove } from '../../contract/loops.js';
import { type Source, Walking, walkPrototype } from '../../contract/walks.js';
import { blame } from '../../contract/stack.js';
import { BODY, type KindNumber } from '../layout.js';
import type { Marker } from '../marking.js';
import { ownNames, refusal, refuseNames } from '../plain.js';
import type { Cursor } from '../cache.js';
import { Stamp } from '../stamp.js';
import { TABLE_BYTES, VALUE } from '../table.js';
import { allocate, copyProperties, putEntry } from './blocks.js';
import { prototype } from './prototypes.js';
import type { Moving, Parts } from './kind.js';
import { Nameless } from './nameless.js';

type Pick<K, V, R> = (key: K, value: V) => R;
type Collection = Map<unknown, unknown> | Set<unknown>;

interface CollectionClass {
  new (): Collection;
  readonly prototype: Collection;
  readonly name: string;
}

/** The common base of Map and Set. */
export abstract class Collections extends Nameless {
  readonly prototype: object;

  constructor(
    heap: Parts,
    private readonly number: KindNumber,
    private readonly base: CollectionClass,
    copyOf: (view: object) => Collection,
    members: object,
  ) {
    super(heap);
    const all = withOthers(members, base.prototype, copyOf);
    this.prototype = heap.views.family(prototype(base.prototype, all));
  }

  takes(object: object): boolean {
    return object instanceof this.base;
  }

  check(collection: object): void {
    if (Object.getPrototypeOf(collection) !== this.base.prototype)
      throw refusal(collection, `use a plain ${this.base.name}`);
    const names = ownNames(collection);
    refuseNames(collection, names);
  }

  publish(collection: Collection): Moving {
    const { base, heap } = this;
    const address = allocate(heap.space, this.number, 0, BODY + TABLE_BYTES);
    const table = heap.properties.tableOf(address);
    heap.tables.initialize(table);
    let moved: (() => void) | undefined;
    return {
      object: collection,
      address,
      copy: () => {
        for (const [key, value] of collection.entries()) putEntry(heap, table, key, value);
      },
      turn: () => {
        moved = loopsMove(collection);
        base.prototype.clear.call(collection);
        Object.setPrototypeOf(collection, this.prototype);
      },
      turned: () => moved?.(),
    };
  }

  make(): object {
    return Object.setPrototypeOf(new this.base(), this.prototype) as object;
  }

  prototypeOf(): object {
    return this.base.prototype;
  }

  abstract override copy(view: object): Collection;

  protected withProperties<C extends object>(view: object, copy: C): C {
    return copyProperties(this.heap.properties, view, copy);
  }

  /** The entries in their order. */
  protected *entries(view: object): Generator<[unknown, unknown]> {
    const { tables, values, properties } = this.heap;
    const table = properties.tableOf(Stamp.of(view));
    for (let entry = tables.next(table, 0); entry !== 0; entry = tables.next(table, entry))
      yield [values.ofKey(tables.keyOf(entry, { high: 0, low: 0 })), values.load(entry + VALUE)];
  }

  trace(address: number, marker: Marker): void {
    marker.mark(address, BODY + TABLE_BYTES);
    this.heap.tables.trace(this.heap.properties.tableOf(address), marker);
  }
}

/** The methods that both Map and Set have. */
export function common(heap: Parts, kind: KindNumber) {
  const table = tableOf(heap, kind);
  const find = (view: object, value: unknown): number => {
    const at = table(view);
    const key = heap.values.knownKey(value);
    return key ? heap.tables.find(at, key) : 0;
  };
  return {
    has(this: object, key: unknown) {
      return find(this, key) !== 0;
    },
    delete(this: object, key: unknown) {
      const entry = find(this, key);
      if (entry !== 0) heap.tables.remove(table(this), entry);
      return entry !== 0;
    },
    clear(this: object) {
      heap.tables.clear(table(this));
    },
  };
}

/** Finds the table of a view. Refuses other objects, on which a method of a shared Map or Set may be called. */
export function tableOf({ properties }: Parts, kind: KindNumber): (view: object) => number {
  return view => {
    const address = Stamp.of(view);
    if (address === 0 || properties.kind(address) !== kind)
      throw blame(() => new TypeError('a method of a shared Map or Set was called on another object'));
    return properties.tableOf(address);
  };
}

/** What iterators give for an entry. */
export const KEY: Pick<unknown, unknown, unknown> = key => key;
export const ITEM: Pick<unknown, unknown, unknown> = (_, value) => value;
export const ENTRY: Pick<unknown, unknown, [unknown, unknown]> = (key, value) => [key, value];

/** Goes over the entries of a shared collection. */
export class Entries implements Source {
  /** The last entry that it has given; 0 before the first. */
  readonly cursor: Cursor;
  private isOver = false;

  constructor(
    private readonly heap: Parts,
    owner: object,
    private readonly table: number,
    readonly pick: Pick<unknown, unknown, unknown>,
  ) {
    this.cursor = { owner, entry: 0 };
  }

  next(): IteratorResult<unknown> {
    const { cursor, heap } = this;
    const entry = this.after(cursor.entry);
    if (entry === 0) this.isOver = true;
    else if (cursor.entry === 0) heap.cache.follow(cursor);
    cursor.entry = entry;
    return entry === 0 ? { value: undefined, done: true } : { value: this.at(entry), done: false };
  }

  after(entry: number): number {
    return this.isOver ? 0 : this.heap.tables.next(this.table, entry);
  }

  at(entry: number): unknown {
    const { tables, values } = this.heap;
    return this.pick(values.ofKey(tables.keyOf(entry, { high: 0, low: 0 })), values.load(entry + VALUE));
  }
}

/** Makes the function that iterates over shared collections of a kind. Its iterators are like `own`, one of the engine's. */
export function iteration(own: object) {
  const prototype = walkPrototype(own)!;
  return (...given: ConstructorParameters<typeof Entries>) =>
    new Walking(prototype, new Entries(...given)) as object as IterableIterator<unknown>;
}

/**
 * Adds the methods of `base` that `members` lacks, from later versions of the language. They run on a plain copy, and their changes are
 * applied to the shared collection.
 */
export function withOthers(members: object, base: object, copyOf: (view: object) => Collection): object {
  const all = Object.getOwnPropertyDescriptors(members) as Record<PropertyKey, PropertyDescriptor>;
  for (const name of Reflect.ownKeys(base)) {
    const { value } = Object.getOwnPropertyDescriptor(base, name)!;
    if (name === 'constructor' || Object.hasOwn(members, name) || typeof value !== 'function') continue;
    all[name] = {
      configurable: true,
      value(this: Collection, ...args: unknown[]): unknown {
        const copy = copyOf(this);
        const result: unknown = Reflect.apply(value, copy, args);
        takeOver(this, copy);
        return result === copy ? this : result;
      },
    };
  }
  return Object.defineProperties({}, all);
}

/** Gives a shared collection the contents of another one. */
export function takeOver(shared: Collection, copy: Collection): void {
  for (const key of [...shared.keys()]) if (!copy.has(key)) shared.delete(key);
  for (const [key, value] of copy.entries()) {
    if (shared instanceof Set) shared.add(key);
    else if (!shared.has(key) || !Object.is(shared.get(key), value)) shared.set(key, value);
  }
}
