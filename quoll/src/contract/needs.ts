/** Gives values the form in which a pattern can destructure them; `transform/patterns.ts` decides where. */

/**
 * The form that a pattern needs of a value: none, the full form, that of an object whose rest a pattern takes last, or also that of elements
 * or properties; `'*'` stands for any name.
 */
export type Need = 0 | 1 | 2 | readonly Need[] | { readonly [name: string]: Need };

type Full = (object: unknown) => unknown;

/**
 * `full` gives the form of a view that supports `...rest`, `length` and elements, `each` the elements for a
 * loop.
 */
export function partsOf(value: unknown, need: Need, full: Full, each: Full = same): unknown {
  if (need === 0 || typeof value !== 'object' || value === null) return value;
  if (need === 1 || (need === 2 && !mayCallGetters(value))) return full(value);
  if (isList(need)) {
    const elements = each(value);
    return need.some(Boolean) ? elementsOf(elements as Iterable<unknown>, need, full, each) : elements;
  }
  const inner = need === 2 ? {} : need;
  const whole = full(value) as object;
  // The engine checks a Proxy's results against its target; with an empty target all results are allowed.
  return new Proxy(
    {},
    {
      get: (_, name) => partsOf(Reflect.get(whole, name), ownNeed(inner, name), full, each),
      has: (_, name) => Reflect.has(whole, name),
      ownKeys: () => Reflect.ownKeys(whole),
      getOwnPropertyDescriptor: (_, name) => {
        const property = Reflect.getOwnPropertyDescriptor(whole, name);
        return property && { ...property, configurable: true };
      },
    },
  );
}

/** Whether a property may be a getter of the object's class. */
function mayCallGetters(object: object): boolean {
  return !WITHOUT_GETTERS.has(Object.getPrototypeOf(object));
}

const WITHOUT_GETTERS: ReadonlySet<unknown> = new Set([Object.prototype, Array.prototype, null]);

function isList(need: Need): need is readonly Need[] {
  return Array.isArray(need);
}

function ownNeed(need: { readonly [name: string]: Need }, name: PropertyKey): Need {
  if (typeof name === 'string' && Object.hasOwn(need, name)) return need[name]!;
  return need['*'] ?? 0;
}

const same: Full = value => value;

function* elementsOf(
  iterable: Iterable<unknown>,
  need: readonly Need[],
  full: Full,
  each: Full,
): Generator<unknown> {
  let index = 0;
  for (const element of iterable) yield partsOf(element, need[index++] ?? 0, full, each);
}

/** The elements of an iterable, each as its pattern needs it. */
export function wholesOf(iterable: unknown, full: Full, need: Need = 1, each: Full = same): unknown {
  // The engine rejects a value that is not iterable.
  if (typeof (iterable as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] !== 'function')
    return iterable;
  return eachWhole(iterable as Iterable<unknown>, full, need, each);
}

/** A function of its own, because each evaluation of a generator function costs microseconds. */
function* eachWhole(iterable: Iterable<unknown>, full: Full, need: Need, each: Full): Generator<unknown> {
  for (const element of iterable) yield partsOf(element, need, full, each);
}

/** As wholesOf, for a loop that awaits its elements. */
export async function* wholesLater(
  iterable: AsyncIterable<unknown> | Iterable<unknown>,
  full: Full,
  need: Need,
  each: Full,
): AsyncGenerator<unknown> {
  for await (const element of iterable) yield partsOf(element, need, full, each);
}
