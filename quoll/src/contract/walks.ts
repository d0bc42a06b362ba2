/** Iterators that for the program are like the engine's: over objects that may become views, and over shared collections. */
import { Given } from './given.js';
import { ArrayWalk, type Collection, type Get, isPlain, picked, unseen, type Walk } from './loops.js';

/**
 * The function as it was when this module started: the program's version returns another prototype
 * for a view.
 */
const { getPrototypeOf } = Object;

/** What an iterator goes over. */
export interface Source {
  next(): IteratorResult<unknown>;
}

/** It has no method `return`, so it continues after a loop that ends early. */
export class Walking extends Given {
  readonly #source: Source;

  constructor(prototype: object, source: Source) {
    super(Object.create(prototype) as object);
    this.#source = source;
  }

  next(): IteratorResult<unknown> {
    return this.#source.next();
  }

  /** What an iterator goes over; undefined for other objects. */
  static source(object: object): Source | undefined {
    return #source in object ? object.#source : undefined;
  }
}

/** The methods `next` of iterators that the run time makes. */
export const steps = new Set<unknown>([Walking.prototype.next]);

/** The prototypes of these iterators, by those of the engine's. */
export const walkPrototypes = new Map(
  [[].values(), new Map().values(), new Set().values()].map(iterator => {
    const own = getPrototypeOf(iterator) as object;
    const next = Object.getOwnPropertyDescriptor(Walking.prototype, 'next')!;
    return [own, Object.create(own, { next }) as object];
  }),
);

/** The prototype of these iterators for those like one of the engine's; undefined for one of these. */
export function walkPrototype(iterator: unknown): object | undefined {
  return walkPrototypes.get(getPrototypeOf(iterator) as object);
}

/** The methods whose results are iterators, and what these go over. */
const walks = (): [unknown, Walk][] =>
  [Array, Map, Set].flatMap(({ prototype }) =>
    (['keys', 'values', 'entries'] as const).map(
      name => [Reflect.get(prototype, name), name] as [unknown, Walk],
    ),
  );

/** The methods of the language, and, once a program asks, those that the run time has put in their place. */
const WALKS = new Map<unknown, Walk>(walks());
let hasReplaced = false;

/** What the iterator goes over that a method of the language makes; undefined for other functions. */
function walkBy(method: unknown): Walk | undefined {
  if (!hasReplaced) for (const [replaced, walk] of walks()) WALKS.set(replaced, walk);
  hasReplaced = true;
  return WALKS.get(method);
}

/** What `method` has returned for an object; an iterator in a form that goes on if the object becomes a view. */
export function walkOf(result: unknown, object: unknown, method: unknown, get: Get): unknown {
  const walk = walkBy(method);
  const prototype = walk && walkPrototype(result);
  if (!prototype) return result;
  if (isPlain(object, Array)) return new Walking(prototype, new ArrayWalk(object, get, walk));
  if (!isPlain(object, Map) && !isPlain(object, Set)) return result;
  return new Walking(prototype, new CollectionWalk(object, walk));
}

/** Goes over the entries of a collection for an iterator that may never end; if it becomes a view, over those that have not been seen. */
export class CollectionWalk implements Source {
  readonly seen: unknown[] = [];
  private entries: Iterator<readonly [unknown, unknown]>;
  private isMoved = false;

  constructor(
    readonly collection: Collection,
    readonly walk: Walk,
  ) {
    this.entries = collection.entries();
  }

  next(): IteratorResult<unknown> {
    const { collection, seen, walk } = this;
    let step = this.entries.next();
    if (step.done && !this.isMoved && !isPlain(collection, Map) && !isPlain(collection, Set)) {
      this.isMoved = true;
      this.entries = unseen([...seen], collection);
      step = this.entries.next();
    }
    if (step.done) return step;
    seen.push(step.value[0]);
    return { value: picked(step.value, walk), done: false };
  }
}
