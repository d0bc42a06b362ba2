/**
 * The language's own functions that change objects, on one thread: each notes what it is about to change. Of the methods of a class
 * of the language, those that are known to change nothing stay, and all others note the contents of their object.
 */
import { noteProxy, WALKING } from '../contract/calls.js';
import { nativeOf, showAs } from '../contract/texts.js';
import { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } from '../heap/raw.js';
import { refuseAloud } from '../heap/closing.js';
import { replace } from '../heap/replacing.js';
import { journal, type Journal, noteTarget } from './undo.js';

type Before = (journal: Journal, self: unknown, args: readonly unknown[]) => void;

const OF_LISTS = `${WALKING} at entries includes indexOf join keys lastIndexOf slice toLocaleString toReversed toSorted toString values with`;

/** The methods that change nothing, by their classes. Those that go over a whole Set anyway need not be here. */
const READING: Readonly<Record<string, string>> = {
  Array: `${OF_LISTS} concat flat toSpliced`,
  Map: 'entries forEach get has keys values',
  Set: 'entries forEach has keys values',
  TypedArray: `${OF_LISTS} subarray`,
  ArrayBuffer: 'slice',
};

/** Methods that change a part of their object only. */
const PARTIAL: Readonly<Record<string, Before>> = {
  'Array.push': (notes, self, args) => {
    if (!Array.isArray(self)) return notes.contents(self);
    for (let i = 0; i < args.length; i++) notes.changing(self, self.length + i);
  },
  'Array.pop': (notes, self) => {
    if (!Array.isArray(self)) notes.contents(self);
    else if (self.length > 0) notes.changing(self, self.length - 1);
  },
  'Map.set': entryOf(Map.prototype, 'set'),
  'Set.add': entryOf(Set.prototype, 'add'),
};

/** Functions that call an argument with what they find in an object. */
const CALLING_BACK: ReadonlySet<unknown> = new Set(
  [
    ...[Array.prototype, Object.getPrototypeOf(Uint8Array.prototype) as object].flatMap(prototype =>
      `${WALKING} sort toSorted`.split(' ').map(name => Reflect.get(prototype, name) as unknown),
    ),
    ...[Map.prototype.forEach, Set.prototype.forEach, Array.from, JSON.stringify],
    ...[Object, Map].map(holder => (holder as { groupBy?: unknown }).groupBy),
  ].filter(Boolean),
);

export function callsBack(f: unknown): boolean {
  return CALLING_BACK.has(f) || CALLING_BACK.has(nativeOf(f));
}

/** Functions that change an argument, with what they change of it. */
const target: Before = (notes, _, [object]) => {
  notes.contents(object);
  notes.properties(object);
};
const property: Before = (notes, _, [object, key]) => {
  notes.changing(object, key as PropertyKey);
};

function entryOf(prototype: object, name: 'set' | 'add'): Before {
  const { has, get, delete: remove, [name]: set } = prototype as Record<string, Function>;
  return (notes, self, [key]) => {
    try {
      notes.entry(self, key, has!, get, set!, remove!);
    } catch {
      // Not such an object: the function itself says so.
    }
  };
}

let isNoting = false;

/** Replaces the functions, in this realm. */
export function noteChanges(): void {
  if (isNoting) return;
  isNoting = true;
  refuseAloud();
  const typed = Object.getPrototypeOf(Uint8Array.prototype) as object;
  const classes: readonly [string, object][] = [
    ...(['Array', 'Map', 'Set', 'ArrayBuffer'] as const).map(
      name => [name, globalThis[name].prototype] as [string, object],
    ),
    ['TypedArray', typed],
  ];
  for (const [name, prototype] of classes) {
    const reading = new Set<unknown>([...READING[name]!.split(' '), 'constructor', Symbol.iterator]);
    const changing = ownKeys(prototype).filter(key => !reading.has(key));
    for (const key of changing) wrap(prototype, key, PARTIAL[`${name}.${String(key)}`] ?? contents);
  }
  for (const prototype of [Date.prototype, DataView.prototype])
    for (const key of ownKeys(prototype))
      if (typeof key === 'string' && key.startsWith('set')) wrap(prototype, key, contents);
  // Most of them move the position.
  for (const key of ownKeys(RegExp.prototype)) {
    const method: unknown = getOwnPropertyDescriptor(RegExp.prototype, key)!.value;
    if (key !== 'constructor' && key !== 'toString' && typeof method === 'function')
      wrap(RegExp.prototype, key, key === 'compile' ? contents : position);
  }
  for (const [{ prototype }, add] of [
    [WeakMap, 'set'],
    [WeakSet, 'add'],
  ] as const) {
    const before = entryOf(prototype, add);
    wrap(prototype, add, before);
    wrap(prototype, 'delete', before);
  }
  ofObjects();
}

const contents: Before = (notes, self) => notes.contents(self);
const position: Before = (notes, self) => {
  if (self instanceof RegExp) notes.changing(self, 'lastIndex');
};

function ofObjects(): void {
  for (const name of ['assign', 'defineProperties', 'setPrototypeOf', 'freeze', 'seal', 'preventExtensions'])
    wrap(Object, name, target);
  wrap(Object, 'defineProperty', property);
  wrap(Reflect, 'defineProperty', property);
  wrap(Reflect, 'set', (notes, _, args) =>
    notes.changing(args.length > 3 ? args[3] : args[0], args[1] as PropertyKey),
  );
  for (const name of ['deleteProperty', 'setPrototypeOf', 'preventExtensions']) wrap(Reflect, name, target);
  replace(Error, ['captureStackTrace'], native => {
    const noted = noting(native, target);
    // Without the frames of these functions.
    const made = (object: unknown, f?: unknown): unknown => noted(object, f ?? made);
    showAs(made, native);
    return made;
  });
  const own: Before = (notes, self) => target(notes, self, [self]);
  for (const name of ['__defineGetter__', '__defineSetter__']) wrap(Object.prototype, name, own);
  const proto = getOwnPropertyDescriptor(Object.prototype, '__proto__');
  if (proto?.set) defineProperty(Object.prototype, '__proto__', { ...proto, set: noting(proto.set, own) });
  for (const name of ownKeys(Atomics))
    if (typeof name === 'string' && !/^(load|isLockFree|wait|waitAsync|notify)$/.test(name))
      wrap(Atomics, name, target);
  noteProxies();
}

/** What handlers change through a Proxy is its target. */
function noteProxies(): void {
  const native = Proxy;
  const made = new native(native, {
    construct(_, args: [object, ProxyHandler<object>], derived: Function) {
      const proxy = construct(native, args, derived) as object;
      noteTarget(proxy, args[0]);
      noteProxy(args[0]);
      return proxy;
    },
  });
  replace(native, ['revocable'], revocable => (...args) => {
    const result = apply(revocable, native, args) as { proxy: object };
    noteTarget(result.proxy, args[0] as object);
    noteProxy(args[0]);
    return result;
  });
  defineProperty(globalThis, 'Proxy', { value: made, configurable: true, writable: true });
}

function wrap(holder: object, name: PropertyKey, before: Before): void {
  replace(holder, [name], native => noting(native, before));
}

function noting(native: Function, before: Before): (this: unknown, ...args: unknown[]) => unknown {
  const { made } = {
    made(this: unknown, ...args: unknown[]): unknown {
      const notes = journal();
      if (notes !== undefined) before(notes, this, args);
      return apply(native, this, args);
    },
  };
  showAs(made, native);
  return made;
}
