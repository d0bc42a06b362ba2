/** Copies shared objects for `util.inspect`, which finds out by identity which objects hold themselves. */
import { isClosedCode } from '../heap/closing.js';
import type { FullObjects } from '../heap/full.js';
import { isMap, isSet } from '../heap/copies.js';
import { Stamp } from '../heap/stamp.js';

type Replace = (value: unknown) => unknown;

/** How `util.inspect` shows an object that describes itself: down to so many levels, null for all, and with these options. */
export type How = [
  depth: number | null,
  options: { readonly maxArrayLength?: number | null; readonly showHidden?: boolean },
];

/** The copies that Node's function that prints now has got, without and with hidden properties: each object has one, so it is the same wherever it is printed. */
let printing: readonly [Copies, Copies] | undefined;
/** The copies of objects; a copy is its own. */
type Copies = Map<object, object>;

/** Calls a function that prints. */
export function whilePrinting<T>(print: () => T): T {
  const outer = printing;
  printing ??= [new Map(), new Map()];
  try {
    return print();
  } finally {
    printing = outer;
  }
}

/** Copies a shared object, and what it holds down to as many levels as will be shown; null stands for all. Cycles stay cycles. */
export function copyGraph(full: FullObjects, root: object, ...[depth, options]: How): object {
  const most = options.maxArrayLength ?? Infinity;
  const known = printing?.[options.showHidden ? 1 : 0] ?? new Map<object, object>();
  const reached = new Set<object>();
  const copyOf = (value: object): object => {
    let copy = known.get(value);
    if (!copy) {
      copy = Stamp.of(value) === 0 ? thawed(value) : full.copy(value);
      if (options.showHidden) showMethods(copy);
      known.set(value, copy).set(copy, copy);
    }
    reached.add(copy);
    return copy;
  };
  const copied = copyOf(root);
  let done = 0;
  for (let left = depth ?? Infinity; left >= 0 && done < reached.size; left--) {
    const level = [...reached].slice(done);
    done = reached.size;
    const replace = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      const view = full.viewOf(value);
      const isCopied = left > 0 && (known.has(view) || Stamp.of(view) !== 0 || isThawed(view));
      return isCopied ? copyOf(view) : (known.get(view) ?? value);
    };
    for (const object of level) replaceContents(object, most, replace);
  }
  return copied;
}

/** Puts before the prototype of a copy one whose methods are values again: those of a shared class are accessors (heap/closing.ts), which Node would list. */
export function showMethods(copy: object): void {
  const prototype = Object.getPrototypeOf(copy) as object | null;
  if (!isClosedCode(prototype)) return;
  const all = [prototype];
  for (let at = Object.getPrototypeOf(prototype) as unknown; isClosedCode(at); at = Object.getPrototypeOf(at))
    all.push(at);
  // It has the members of all of them, because Node looks only at the first few.
  const members = all.reverse().map(at => Object.getOwnPropertyDescriptors(at));
  Object.setPrototypeOf(
    copy,
    Object.create(prototype, Object.assign({}, ...members) as PropertyDescriptorMap) as object,
  );
}

/** Whether an object is a frozen one that may hold shared objects. */
function isThawed(object: object): boolean {
  return Object.isFrozen(object) && !ArrayBuffer.isView(object);
}

function thawed(frozen: object): object {
  const copy = Array.isArray(frozen)
    ? new Array<unknown>(frozen.length)
    : (Object.create(Object.getPrototypeOf(frozen) as object | null) as object);
  return Object.assign(copy, frozen);
}

/** Replaces what a copy holds, as far as it is shown. */
function replaceContents(copy: object, most: number, replace: Replace): void {
  if (isMap(copy)) {
    const entries = [...Map.prototype.entries.call(copy)];
    Map.prototype.clear.call(copy);
    entries.forEach(([key, value], i) =>
      Map.prototype.set.call(
        copy,
        ...((i < most ? [replace(key), replace(value)] : [key, value]) as [unknown, unknown]),
      ),
    );
  } else if (isSet(copy)) {
    const items = [...Set.prototype.values.call(copy)];
    Set.prototype.clear.call(copy);
    items.forEach((item, i) => Set.prototype.add.call(copy, i < most ? replace(item) : item));
  }
  Reflect.ownKeys(copy)
    .filter((name, i) => i < most || !Array.isArray(copy) || typeof name === 'symbol' || Number.isNaN(+name))
    .forEach(name => {
      const property = Object.getOwnPropertyDescriptor(copy, name)!;
      if (property.writable !== true) return;
      const value = replace(property.value);
      if (value !== property.value) Object.defineProperty(copy, name, { ...property, value });
    });
}
