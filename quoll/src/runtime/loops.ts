/** Loops over objects that may become views between two iterations. */

/** The enumerable names of an object and its prototypes. `full` gives the form of a view that lists its fields. */
export function* keysOf(object: unknown, full: (object: unknown) => unknown): Generator<string> {
  const names: string[] = [];
  for (const name in full(object) as object) names.push(name);
  for (const name of names) {
    if (name in (full(Object(object)) as object)) yield name;
  }
}

/** The elements of an iterable. An array's are read by index, through `get`, as long as there are more. */
export function* elementsOf(
  iterable: unknown,
  get: (object: unknown, key: PropertyKey) => unknown,
): Generator<unknown> {
  if (!Array.isArray(iterable)) return yield* iterable as Iterable<unknown>;
  for (let index = 0; index < (get(iterable, 'length') as number); index++) yield get(iterable, index);
}
