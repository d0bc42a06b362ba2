/** Accumulators for eventual fields, and the identities that absent fields count as. */
import type { Accumulator, EventualKind } from './api.js';

function kind<V>(name: string, accumulate: Accumulator<V>, identity: () => V): EventualKind<V> {
  return Object.defineProperty(Object.assign(accumulate, { identity }), 'name', { value: name });
}

/**
 * Declares, and returns, an accumulator for which two changes in a row count as one: `f(f(g, a, b), b, c)` is `f(g, a, c)` for all values, as for
 * `(global, initial, final) => global + (final - initial)`. `identity` makes what an absent field counts as.
 */
export function joining<V>(accumulate: Accumulator<V>, identity: () => V): EventualKind<V> {
  return Object.assign(accumulate, { identity, joins: true } as const);
}

/** Adds what a handler added. */
export const sum: EventualKind<number> = joining(
  kind(
    'sum',
    (global, initial, final) => global + (final - initial),
    () => 0,
  ),
  () => 0,
);

/** Keeps the least value. */
export const min: EventualKind<number> = kind(
  'min',
  (global, _, final) => Math.min(global, final),
  () => Infinity,
);

/** Keeps the greatest value. */
export const max: EventualKind<number> = kind(
  'max',
  (global, _, final) => Math.max(global, final),
  () => -Infinity,
);

/** Appends the elements that a handler appended to an array. */
export const append: EventualKind<unknown[]> = kind(
  'append',
  (global, initial, final) => [...global, ...final.slice(initial.length)],
  (): unknown[] => [],
);

/** Adds the elements that a handler added to a set. */
export const union: EventualKind<Set<unknown>> = kind(
  'union',
  (global, _, final) => new Set([...global, ...final]),
  (): Set<unknown> => new Set(),
);

/** Adds, key by key, what a handler added to the counts of a map. */
export const histogram: EventualKind<Map<unknown, number>> = joining(
  kind('histogram', addCounts, (): Map<unknown, number> => new Map()),
  () => new Map(),
);

function addCounts(
  global: Map<unknown, number>,
  initial: Map<unknown, number>,
  final: Map<unknown, number>,
): Map<unknown, number> {
  const counts = new Map(global);
  for (const [key, count] of final) {
    const added = count - (initial.get(key) ?? 0);
    if (added !== 0) counts.set(key, (counts.get(key) ?? 0) + added);
  }
  return counts;
}

/** Which ready-made accumulator works on which containers. */
const FITTING = [
  [Map, histogram],
  [Set, union],
  [Array, append],
] as const;
const NUMERIC: readonly unknown[] = [sum, min, max];

/** Why a ready-made accumulator cannot handle the value of a field; undefined if it can. */
export function misfit(
  accumulator: { readonly name: string },
  object: object,
  field: string,
): string | undefined {
  const value: unknown = (object as Record<string, unknown>)[field];
  if (field === '*' || value === undefined) return undefined;
  const needed = FITTING.find(([, one]) => one === accumulator)?.[0];
  const found = FITTING.find(([one]) => value instanceof one);
  if (needed ? found?.[1] === accumulator : !found || !NUMERIC.includes(accumulator)) return undefined;
  const [has, wayOut] = found
    ? [found[0].name, `mark it with ${found[1].name}`]
    : [typeof value, `begin with new ${needed!.name}()`];
  return `${accumulator.name} cannot combine what the field '${field}' holds (${has}): ${wayOut}`;
}

/**
 * The value that an absent field counts as: the given identity, the accumulator's own, or 0 if the contribution is a number. For product,
 * minimum and maximum 0 is wrong, so pass an identity.
 */
export function identityOf(
  accumulator: Accumulator | EventualKind,
  identity: unknown,
): (like: unknown) => unknown {
  if (identity !== undefined) return () => identity;
  if ('identity' in accumulator) return accumulator.identity;
  return like => (typeof like === 'number' ? 0 : undefined);
}

/** Whether a value is an object that a handler can change in place. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
