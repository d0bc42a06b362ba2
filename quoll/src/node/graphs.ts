/** Copies shared objects for `util.inspect`, which finds out by identity which objects hold themselves. */
import { isClosedCode } from '../heap/closing.js';
import type { FullObjects } from '../heap/full.js';
import { entriesOf, isMap, isSet } from '../heap/copies.js';
import { Stamp } from '../heap/stamp.js';

type Replace = (value: unknown) => unknown;

/** How `util.inspect` shows an object that describes itself: down to so many levels, null for all, and with these options. */
export type How = [
  depth: number | null,
  options: { readonly maxArrayLength?: number | null; readonly showHidden?: boolean },
];

/**
 * Copies a shared object, and what it holds down to as many levels as will be shown; null stands for all. Each object has one copy, so that cycles
 * stay cycles.
 */
export function copyGraph(full: FullObjects, root: object, ...[depth, options]: How): object {
  const most = options.maxArrayLength ?? Infinity;
  const known = new Map<object, object>();
  let level: object[] = [];
  const copyOf = (value: object): object => {
    const copy = Stamp.of(value) === 0 ? thawed(value) : full.copy(value);
    if (options.showHidden) showMethods(copy);
    known.set(value, copy);
    level.push(copy);
    return copy;
  };
  const copied = copyOf(root);
  for (let left = depth ?? Infinity; left >= 0 && level.length > 0; left--) {
    const above = level;
    level = [];
    const replace = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value;
      const view = full.viewOf(value);
      const isCopied = left > 0 && (Stamp.of(view) !== 0 || isThawed(view));
      return known.get(view) ?? (isCopied ? copyOf(view) : value);
    };
    for (const object of above) replaceContents(object, most, replace);
  }
  return copied;
}

/** Puts before the prototype of a copy one whose methods are values again: those of a shared class are accessors (heap/closing.ts), which Node would list. */
function showMethods(copy: object): void {
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
    const entries = [...entriesOf(copy)];
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
    .filter((name, i) => i < most || !Array.isArray(copy) || Number.isNaN(Number(name)))
    .forEach(name => {
      const property = Object.getOwnPropertyDescriptor(copy, name)!;
      if (property.writable !== true) return;
      const value = replace(property.value);
      if (value !== property.value) Object.defineProperty(copy, name, { ...property, value });
    });
}
