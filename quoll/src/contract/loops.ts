/** Loops over objects that may become views between two iterations. */

/**
 * The function as it was when this module started: the program's version returns another prototype
 * for a view.
 */
const { getPrototypeOf } = Object;

type Get = (object: unknown, key: PropertyKey) => unknown;

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
  if (isPlain(iterable, Map)) return entriesOf(iterable, Map, walk ?? 'entries');
  if (isPlain(iterable, Set)) return entriesOf(iterable, Set, walk ?? 'values');
  return walk ? (iterable as Record<Walk, () => unknown>)[walk]() : iterable;
}

/** The methods whose results are iterators, and what these go over. */
function walks(): [unknown, Walk][] {
  return [
    ...[Array, Map, Set].flatMap(({ prototype }) =>
      (['keys', 'values', 'entries'] as const).map(
        name => [Reflect.get(prototype, name), name] as [unknown, Walk],
      ),
    ),
    [Map.prototype[Symbol.iterator], 'entries'],
    [Set.prototype[Symbol.iterator], 'values'],
  ];
}

/** The methods of the language, and, once a program asks, those that the run time has put in their place. */
const WALKS = new Map<unknown, Walk>(walks());
let hasReplaced = false;

function walkBy(method: unknown): Walk | undefined {
  if (!hasReplaced) for (const [replaced, walk] of walks()) WALKS.set(replaced, walk);
  hasReplaced = true;
  return WALKS.get(method);
}

/** From what the iterators of Array, Map and Set inherit. */
const ITERATORS: readonly unknown[] = [[], new Map(), new Set()].map(one =>
  getPrototypeOf(one[Symbol.iterator]()),
);

/** Whether a value is an iterator of an array, Map or Set. */
export function isWalk(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = getPrototypeOf(value);
  return prototype === ITERATORS[0] || prototype === ITERATORS[1] || prototype === ITERATORS[2];
}

/** The iterator that `method` has made for an object, in a form that goes on if the object becomes a view. */
export function walkOf(result: object, object: unknown, method: unknown, get: Get): object {
  const walk = walkBy(method);
  if (!walk || !(isPlain(object, Array) || isPlain(object, Map) || isPlain(object, Set))) return result;
  const elements = elementsOf(object, get, walk) as Iterator<unknown>;
  return Object.create(getPrototypeOf(result) as object, {
    next: { value: () => elements.next(), configurable: true, writable: true },
  }) as object;
}

/** Whether it has exactly this class and is not a view yet. */
function isPlain<C>(value: unknown, { prototype }: { prototype: C }): value is C {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === prototype;
}

/** Goes over an array by index; once it is a view, which has no elements of its own, through `get`. */
class ArrayWalk implements IterableIterator<unknown> {
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

/**
 * Publishing empties the collection, so its iterator ends; the view has the same entries in the
 * same order, and those added since.
 */
function* entriesOf<C extends Map<unknown, unknown> | Set<unknown>>(
  collection: C,
  kind: { prototype: C },
  walk: Walk,
): Generator<unknown> {
  const seen: unknown[] = [];
  const pick = ([key, value]: [unknown, unknown]) =>
    walk === 'keys' ? key : walk === 'values' ? value : [key, value];
  for (const entry of collection.entries()) {
    seen.push(entry[0]);
    yield pick(entry);
  }
  if (isPlain(collection, kind)) return;
  const before = new Set(seen);
  for (const entry of collection.entries()) if (!before.has(entry[0])) yield pick(entry);
}
