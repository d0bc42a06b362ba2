/** Loops over objects that may become views between two iterations. */

/**
 * The function as it was when this module started: the program's version returns another prototype
 * for a view.
 */
const { getPrototypeOf } = Object;

export type Get = (object: unknown, key: PropertyKey) => unknown;

/** The methods whose iterators a loop may go over in place of the object itself. */
export type Walk = 'keys' | 'values' | 'entries';

/** The enumerable names of an object and its prototypes. `full` gives the form of a view that lists its fields. */
export function* keysOf(object: unknown, full: (object: unknown) => unknown): Generator<string> {
  const names: string[] = [];
  for (const name in full(object) as object) names.push(name);
  for (const name of names) {
    if (name in (full(Object(object)) as object)) yield name;
  }
}

/** The elements for a loop over an iterable, or over the result of its method `walk`. */
export function elementsOf(iterable: unknown, get: Get, walk?: Walk): unknown {
  if (isPlain(iterable, Array)) return new ArrayWalk(iterable, get, walk ?? 'values');
  if (isPlain(iterable, Map)) return new CollectionLoop(iterable, walk ?? 'entries');
  if (isPlain(iterable, Set)) return new CollectionLoop(iterable, walk ?? 'values');
  return walk ? (iterable as Record<Walk, () => unknown>)[walk]() : iterable;
}

/** Whether it has exactly this class and is not a view yet. */
export function isPlain<C>(value: unknown, { prototype }: { prototype: C }): value is C {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === prototype;
}

/** Goes over an array by index; once it is a view, which has no elements of its own, through `get`. */
export class ArrayWalk implements IterableIterator<unknown> {
  private index = 0;

  constructor(
    private readonly array: readonly unknown[],
    private readonly get: Get,
    private readonly walk: Walk,
  ) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<unknown> {
    const { array, index } = this;
    let value: unknown;
    if (index < array.length) value = array[index];
    else if (index < (this.get(array, 'length') as number)) value = this.get(array, index);
    else {
      this.index = Infinity;
      return { value: undefined, done: true };
    }
    this.index = index + 1;
    return {
      value: this.walk === 'values' ? value : this.walk === 'keys' ? index : [index, value],
      done: false,
    };
  }
}

export type Collection = Map<unknown, unknown> | Set<unknown>;
type Entries = Iterator<readonly [key: unknown, value: unknown]>;

export function picked([key, value]: readonly [unknown, unknown], walk: Walk): unknown {
  return walk === 'keys' ? key : walk === 'values' ? value : [key, value];
}

/** With the function as it was when this module started: the program's one holds shared keys. */
class Running extends WeakMap<Collection, Loops> {}
Object.defineProperty(Running.prototype, 'set', { value: WeakMap.prototype.set });

/** The loops over plain Maps and Sets that have not ended. */
const running = new Running();

/** Beyond this number, loops over one collection are held weakly. */
const MOST_RECENT = 8;
/** As it was when this module started: the program's one holds shared targets. */
const OwnWeakRef = WeakRef;

/**
 * The loops over one collection. The loop of a generator that is abandoned never ends, and the collection must not hold it for ever. Most
 * loops end soon, so only old ones cost a weak reference.
 */
class Loops {
  private readonly recent = new Set<CollectionLoop>();
  private older: WeakRef<CollectionLoop>[] = [];
  private mostOlder = 2 * MOST_RECENT;

  add(loop: CollectionLoop): void {
    if (this.recent.size === MOST_RECENT) this.age();
    this.recent.add(loop);
  }

  private age(): void {
    for (const loop of this.recent) this.older.push(new OwnWeakRef(loop));
    this.recent.clear();
    if (this.older.length <= this.mostOlder) return;
    this.older = this.older.filter(loop => loop.deref()?.isOver === false);
    this.mostOlder = 2 * (this.older.length + MOST_RECENT);
  }

  /** Whether a loop may remain after one that ends. */
  remainAfter(loop: CollectionLoop): boolean {
    this.recent.delete(loop);
    return this.recent.size > 0 || this.older.length > 0;
  }

  all(): CollectionLoop[] {
    const older = this.older.map(loop => loop.deref()).filter(loop => loop?.isOver === false);
    return [...(older as CollectionLoop[]), ...this.recent];
  }
}

/** A loop over a plain Map or Set. Publishing empties that, so the loop then continues at the same place in the view. */
class CollectionLoop implements IterableIterator<unknown> {
  private entries: Entries;
  isOver = false;

  constructor(
    private readonly collection: Collection,
    private readonly walk: Walk,
  ) {
    this.entries = collection.entries();
    let loops = running.get(collection);
    if (!loops) running.set(collection, (loops = new Loops()));
    loops.add(this);
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<unknown> {
    const { done, value } = this.entries.next();
    return done ? this.return() : { value: picked(value, this.walk), done: false };
  }

  return(): IteratorResult<unknown> {
    this.isOver = true;
    if (running.get(this.collection)?.remainAfter(this) === false) running.delete(this.collection);
    return { value: undefined, done: true };
  }

  /** Called before publishing empties the collection; the result, once it is a view. */
  move(): () => void {
    let passed = this.collection.size;
    while (!this.entries.next().done) passed--;
    return () => {
      this.entries = this.collection.entries();
      for (; passed > 0; passed--) this.entries.next();
    };
  }
}

/** Called before publishing empties a Map or Set. Its loops continue after the call of the result, if there is one. */
export function loopsMove(collection: Collection): (() => void) | undefined {
  const loops = running.get(collection);
  if (!loops) return undefined;
  running.delete(collection);
  const moves = loops.all().map(loop => loop.move());
  return () => {
    for (const move of moves) move();
  };
}

/**
 * The entries of a collection that has become a view, without those that were seen before. They are in the order in which they were seen, and first. A
 * key that comes again later has been deleted and added again.
 */
export function* unseen(
  seen: readonly unknown[],
  collection: Collection,
): Generator<[key: unknown, value: unknown]> {
  let next = 0;
  for (const entry of collection.entries()) {
    while (next < seen.length && !isSame(seen[next], entry[0])) next++;
    if (next === seen.length) yield entry;
    else next++;
  }
}

/** Whether two values are one key. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a !== a && b !== b);
}
