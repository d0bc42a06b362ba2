/**
 * Notices that the program has changed the language: `Math.random = seeded`, a method that is added to a prototype. Workers have the original, so from then
 * on all handlers run in the main realm.
 */
import { LANGUAGE } from '../contract/language.js';

/** Looks at most this often, because a look takes 0.1 ms, unless the text of a module shows such a change. */
const MS_BETWEEN_LOOKS = 20;

/** They only change the texts of stacks, and packages set them for ever. */
const OF_STACKS: readonly PropertyKey[] = ['prepareStackTrace', 'stackTraceLimit'];

/** `Date.now = `, `Map.prototype.toJSON ??= `, `Object.defineProperty(Array.prototype`. */
const CHANGE = changeOf(LANGUAGE.join('|'));

interface Part {
  readonly path: string;
  readonly object: object;
  readonly keys: readonly PropertyKey[];
  /** The functions among its members, and accessors. */
  readonly members: ReadonlyMap<PropertyKey, PropertyDescriptor>;
}

export class Language {
  private parts: readonly Part[] = partsOf();
  private next = 0;
  private isChangedByText = false;
  /** The member that has changed. */
  private found: string | undefined;

  /** Takes the language as it is now for the original. */
  renew(): void {
    this.parts = partsOf();
  }

  /** Notes the text of a module that the program loads. */
  noteText(source: string): void {
    this.isChangedByText ||= CHANGE.test(source);
  }

  /** Returns the member that the program has changed; undefined if there was none when it last looked. */
  changed(isLast = false): string | undefined {
    const now = performance.now();
    if (this.found === undefined && (now >= this.next || isLast || this.isChangedByText)) {
      this.found = this.look();
      this.next = performance.now() + MS_BETWEEN_LOOKS;
    }
    return this.found;
  }

  private look(): string | undefined {
    for (const { path, object, keys, members } of this.parts) {
      const name = (key: PropertyKey) =>
        `${path}${typeof key === 'symbol' ? `[${String(key)}]` : `.${String(key)}`}`;
      for (const [key, { value, get, set }] of members) {
        if (value === undefined) {
          const member = Reflect.getOwnPropertyDescriptor(object, key);
          if (member?.get !== get || member?.set !== set) return name(key);
        } else if ((object as Record<PropertyKey, unknown>)[key] !== value) {
          return name(key);
        }
      }
      const own = keysOf(object);
      if (own.length > keys.length) return name(own.find(key => !keys.includes(key))!);
    }
    return undefined;
  }
}

function keysOf(object: object): PropertyKey[] {
  return Reflect.ownKeys(object).filter(key => !OF_STACKS.includes(key));
}

function changeOf(names: string): RegExp {
  const member = String.raw`\s*(\.\s*[\w$]+|\[[^\]]*\])`;
  const assigned = String.raw`\b(${names})(?!\.(${OF_STACKS.join('|')}))(${member})+\s*([-+*/%&|^?<>]*=(?![=>])|\+\+|--)`;
  return new RegExp(String.raw`${assigned}|\b(assign|define\w+|set\w*)\s*\(\s*(${names})\b`);
}

/** All objects of the language that a program can change: global ones, prototypes, classes in `Intl`. */
function partsOf(): readonly Part[] {
  const open: [string, unknown][] = [];
  for (const [name, global] of Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
    if (!global.enumerable && global.value !== globalThis) open.push([name, global.value]);
  // Prototypes without a name, such as that of iterators.
  for (const value of [
    [].values(),
    new Map().keys(),
    new Set().keys(),
    ''.matchAll(/x/g),
    (async function* () {})(),
  ])
    open.push(['a prototype of iterators', Object.getPrototypeOf(value)]);
  const parts = new Map<object, Part>();
  for (const [path, object] of open) {
    if ((typeof object !== 'object' && typeof object !== 'function') || object === null || parts.has(object))
      continue;
    const members = new Map<PropertyKey, PropertyDescriptor>();
    const keys = keysOf(object);
    for (const key of keys) {
      const member = Reflect.getOwnPropertyDescriptor(object, key)!;
      if (typeof member.value === 'function' || !('value' in member)) members.set(key, member);
      const isClass = typeof member.value === 'function' && typeof key === 'string' && /^[A-Z]/.test(key);
      if (isClass || key === 'prototype') open.push([`${path}.${String(key)}`, member.value]);
    }
    open.push([`the prototype of ${path}`, Object.getPrototypeOf(object)]);
    parts.set(object, { path, object, keys, members });
  }
  return [...parts.values()];
}
