/**
 * What a handler changes on one thread, so that an exception can undo it as in workers. Rewritten code tells before it writes a property or
 * a captured variable (`transform/undoing.ts`), and so do the language's own functions that change objects (`changes.ts`). The first change
 * of a property in a turn notes what it was; a change of what has an order, or of which more is not known, notes the whole object. Undoing
 * goes through the notes from the last to the first.
 *
 * Objects of classes that are not the program's stay as they are, as in the main thread of the other run time: workers have none of them.
 */
import { LANGUAGE } from '../contract/language.js';
import { rewrittenTextOf } from '../contract/texts.js';
import { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn } from '../heap/raw.js';
import { OwnWeakMap } from '../heap/weak.js';
import {
  contentsOf,
  Fixed,
  FROZEN,
  isElement,
  LONG,
  propertiesOf,
  put,
  type Snapshot,
  valuesIn,
} from './snapshots.js';

/** Collections of this module's own, whose functions note nothing. */
export class Own<K, V> extends Map<K, V> {}
defineProperty(Own.prototype, 'set', { value: Map.prototype.set });

/** More changes than these are not kept. */
const MOST = 2 ** 20;

/** The classes that rewritten modules have evaluated. */
const classes = new OwnWeakMap<Function, () => unknown[]>();
export function noteClass(constructor: Function, captures: () => unknown[]): void {
  classes.set(constructor, captures);
}

/** What the text of a class of the program captures; undefined for other functions. */
export function capturedByClass(f: Function): (() => unknown[]) | undefined {
  return classes.get(f);
}

/** The objects behind the Proxies of the program. */
const targets = new OwnWeakMap<object, object>();
let hasProxies = false;
export function noteTarget(proxy: object, target: object): void {
  hasProxies = true;
  targets.set(proxy, target);
}

/** Whether an object is a Proxy of the program. */
export function isProxy(object: object): boolean {
  return hasProxies && targets.has(object);
}

/** The objects from which those of the language, and of the program, inherit. */
const prototypes = new OwnWeakMap<object, boolean>();
for (const name of LANGUAGE) {
  const { prototype } = ((globalThis as Record<string, unknown>)[name] ?? {}) as { prototype?: unknown };
  if (typeof prototype === 'object' && prototype !== null) prototypes.set(prototype, true);
}
for (const f of [Object.getPrototypeOf(Uint8Array) as Function, Function, async () => undefined])
  prototypes.set((f.prototype ?? getPrototypeOf(f)) as object, true);

/** Whether a function is one of the program. */
export function isOfProgram(f: Function): boolean {
  return classes.has(f) || rewrittenTextOf(f).includes('$quoll.probing');
}

/** Whether handlers may share objects that inherit from this one. */
function isOurs(prototype: object | null): boolean {
  if (prototype === null) return true;
  let known = prototypes.get(prototype);
  if (known === undefined) {
    const made: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    known =
      (typeof made !== 'function' || isOfProgram(made)) && isOurs(getPrototypeOf(prototype) as object | null);
    prototypes.set(prototype, known);
  }
  return known;
}

/** What is noted of an object. */
interface Noted {
  /** All that `contents` notes, or `properties`. */
  contents: boolean;
  properties: boolean;
  keys: Own<PropertyKey, true> | undefined;
  /** Each gives the value that a Map, a Set or a weak collection has for a key with which it was changed, and the key. */
  entries: (() => unknown[])[] | undefined;
  /** The length of an array before the first change, which removes the elements beyond it. */
  length: number;
  /** Whether it is a function or the prototype of its instances, which must not change once handlers share it. */
  readonly isCode: boolean;
}

export class Journal {
  private snapshots: Snapshot[] = [];
  /** The objects that the snapshots restore. */
  private restored: object[] = [];
  private noted = new Own<object, Noted>();
  private size = 0;
  /** The object of the last call, because loops change the same one repeatedly. */
  private latest: unknown;
  private latestNoted: Noted | undefined;

  /** `beforeCode` is called before a function or a prototype changes, unless it was the last object that changed, too. */
  constructor(private readonly beforeCode: (journal: Journal) => void) {}

  /** Called before a property changes, or with no key any of them; `removes`: it is deleted. */
  changing(given: unknown, key?: PropertyKey, removes = false): void {
    const isLatest = given === this.latest;
    const object = isLatest ? (given as object) : objectOf(given);
    const noted = isLatest ? this.latestNoted : object && this.of(object);
    if (!object || !noted || (noted.contents && (noted.properties || typeof key === 'number'))) return;
    if (object === given && !isLatest) {
      this.latest = object;
      this.latestNoted = noted;
    }
    // Making a name of an object runs code of the program.
    const name = typeof key === 'object' || typeof key === 'function' ? undefined : key;
    if (name === undefined || name === '__proto__') {
      this.contents(object);
      this.properties(object);
    } else if (isElement(object, name)) {
      if (ArrayBuffer.isView(object) || removes || name === 'length') this.contents(object);
      else if (!noted.contents) this.element(object as unknown[], name, noted);
    } else if (removes) this.properties(object);
    else this.property(object, name, noted);
  }

  /** Notes one property. */
  private property(object: object, key: PropertyKey, noted: Noted): void {
    if (noted.properties || !this.isFirst(key, noted)) return;
    const before = getOwnPropertyDescriptor(object, key);
    this.note(object, { size: 1, restore: () => put(object, key, before) });
  }

  private element(array: unknown[], key: PropertyKey, noted: Noted): void {
    if (noted.length < 0) {
      const { length } = array;
      noted.length = length;
      this.note(array, { size: 1, restore: () => void (array.length = length) });
    }
    if (typeof key === 'number' && key >= noted.length) return;
    if (!this.isFirst(key, noted)) return;
    const before = getOwnPropertyDescriptor(array, key);
    this.note(array, { size: 1, restore: () => put(array, key, before) });
  }

  /** An entry of a Map or Set, or of a weak one; a new one comes last, so the others keep their order. */
  entry(
    given: unknown,
    key: unknown,
    has: Function,
    get: Function | undefined,
    set: Function,
    remove: Function,
  ): void {
    const object = objectOf(given);
    const noted = object && this.of(object);
    if (!object || !noted || noted.contents) return;
    const now = (): unknown[] => (apply(has, object, [key]) ? [key, get && apply(get, object, [key])] : []);
    const entries = (noted.entries ??= []);
    entries[entries.length] = now;
    const before = now();
    const restore = (): void => {
      if (before.length === 0) apply(remove, object, [key]);
      else if (get) apply(set, object, before);
    };
    this.note(object, { size: 1, restore });
  }

  /** Notes what an object holds apart from its properties; if it holds nothing else, its properties. */
  contents(given: unknown): void {
    const object = objectOf(given);
    const noted = object && this.of(object);
    if (!object || !noted || noted.contents) return;
    noted.contents = true;
    const found = contentsOf(object);
    if (!found) return this.properties(object);
    this.note(object, found);
  }

  /** Notes all properties but the elements, their order, and whether there can be more. */
  properties(given: unknown): void {
    const object = objectOf(given);
    const noted = object && this.of(object);
    if (!object || !noted || noted.properties) return;
    noted.properties = true;
    this.note(object, propertiesOf(object));
  }

  /** Notes all objects that foreign code can reach from a value. */
  reachable(value: unknown): void {
    const seen = new Own<object, true>();
    const found: unknown[] = [value];
    while (found.length > 0) {
      const object = objectOf(found.pop());
      if (!object || typeof object === 'function' || seen.has(object) || !this.of(object)) continue;
      seen.set(object, true);
      this.contents(object);
      this.properties(object);
      for (const inner of valuesIn(object)) found[found.length] = inner;
    }
  }

  /** Undoes all changes but those of the objects `but`; returns what stays. Throws if there were too many. */
  undo(but: ReadonlySet<object>): string | undefined {
    if (this.size > MOST)
      throw new Error(
        `quoll: a handler has failed after more than ${MOST} changes, which one thread cannot undo`,
      );
    let left: string | undefined;
    for (let i = this.snapshots.length - 1; i >= 0; i--) {
      if (but.has(this.restored[i]!)) continue;
      try {
        this.snapshots[i]!.restore();
      } catch (error) {
        if (!(error instanceof Fixed || error instanceof TypeError)) throw error;
        left = Object.isExtensible(this.restored[i]) ? error.message : FROZEN;
      }
    }
    return left;
  }

  /** The values that those of the changed objects that are wanted may have got, as they are now. */
  *changed(isWanted: (object: object) => boolean): Generator<unknown> {
    for (const [object, noted] of this.noted) if (isWanted(object)) yield* gotBy(object, noted);
  }

  private of(object: object): Noted | undefined {
    let noted = this.noted.get(object);
    if (!noted) {
      if (this.size > MOST || !isOurs(getPrototypeOf(object) as object | null)) return undefined;
      const isCode = typeof object === 'function' || hasOwn(object, 'constructor');
      noted = {
        ...{ contents: false, properties: false, keys: undefined, entries: undefined, length: -1 },
        isCode,
      };
      this.noted.set(object, noted);
    }
    if (noted.isCode) this.beforeCode(this);
    return noted;
  }

  private isFirst(key: PropertyKey, noted: Noted): boolean {
    const keys = (noted.keys ??= new Own());
    if (keys.has(key)) return false;
    keys.set(key, true);
    return true;
  }

  private note(object: object, before: Snapshot): void {
    this.size += before.size;
    if (this.size <= MOST) {
      this.restored[this.snapshots.length] = object;
      this.snapshots[this.snapshots.length] = before;
    } else {
      // Nothing more can be undone, so nothing more is kept.
      this.snapshots = [];
      this.restored = [];
      this.noted = new Own();
      this.latest = this.latestNoted = undefined;
    }
  }
}

/** The values that an object may have got since it was noted. */
function gotBy(object: object, noted: Noted): unknown[] {
  const from = noted.length;
  const to = from < 0 ? from : (object as unknown[]).length;
  if (noted.contents || noted.properties || to > from + LONG) return valuesIn(object);
  const got = (noted.entries ?? []).flatMap(now => now());
  noted.keys?.forEach((_, key) => (got[got.length] = getOwnPropertyDescriptor(object, key)?.value));
  for (let i = from; i < to; i++) got[got.length] = getOwnPropertyDescriptor(object, i)?.value;
  return got;
}

/** The object behind a value, and behind Proxies. */
export function objectOf(value: unknown): object | undefined {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return undefined;
  if (!hasProxies) return value;
  let object: object = value;
  for (let target = targets.get(object); target; target = targets.get(object)) object = target;
  return object;
}

let active: Journal | undefined;

/** Makes `journal` the one of the code that runs now. */
export function keepIn(journal: Journal | undefined): void {
  active = journal;
}

/** The notes of the handler that runs now. */
export function journal(): Journal | undefined {
  return active;
}
