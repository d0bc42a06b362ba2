/**
 * The members of functions besides their code: static fields of classes and other properties, and members of prototypes that are not as the
 * text of the function makes them. Code is made again in each realm, so this must cross with it:
 *
 *   - properties become fields of one shared object, and the function gets an accessor for each, in every realm;
 *   - accessors, and members of prototypes, which programs add or replace before use, are defined again.
 */
import { getters, isClosedCode, propertyOf, refusalOf } from './closing.js';
import { cannotShare, OF_LANGUAGE } from './errors.js';
import type { FunctionFacts, Written } from './code.js';
import { getOwnPropertyDescriptor } from './raw.js';
import type { Properties } from './properties.js';
import type { Name } from './shapes.js';
import { ordinary, Stamp } from './stamp.js';
import { absent } from './values.js';
import { OwnWeakMap } from './weak.js';

export interface Members {
  readonly statics: Record<Name, unknown>;
  /** The properties that cannot be assigned, if any, and those that are not enumerable. */
  readonly fixed: readonly Name[] | undefined;
  readonly hidden: readonly Name[] | undefined;
  readonly isFrozen: boolean;
  /**
   * Accessors of the function, what the language asks for, its name and length if its text makes other ones, and members that its text makes and the
   * program has deleted.
   */
  readonly accessors: readonly Member[];
  readonly methods: readonly Member[];
  /** Another constructor whose prototype is that of the function. */
  readonly twin: Function | undefined;
  /** The constructor from whose prototype that of the function inherits; null if it inherits from nothing. */
  readonly parent: Function | null | undefined;
  /** The function from which the function itself inherits. */
  readonly base: Function | undefined;
}

/** A member of a function or a prototype. */
interface Member {
  /** Undefined for a symbol of the language, which is no value to share: `symbol` is its name. */
  readonly name: Name | undefined;
  readonly symbol: string | undefined;
  readonly value: unknown;
  readonly get: Function | undefined;
  readonly set: Function | undefined;
  readonly enumerable: boolean;
  readonly writable: boolean;
  readonly configurable: boolean;
  readonly isGone: boolean;
}

/** The facts about a function that decide which of its members its text makes. */
export interface Facts {
  /** For a class. */
  readonly written?: Written | undefined;
  readonly captures: readonly unknown[];
  readonly record?: FunctionFacts;
}

type Descriptors = Readonly<Record<PropertyKey, PropertyDescriptor>>;

/** The members of a function besides its code, if any. */
export function membersOf(f: Function, { written, captures, record }: Facts): Members | undefined {
  const statics: Record<Name, unknown> = {};
  const [fixed, hidden]: [Name[], Name[]] = [[], []];
  const accessors: Member[] = [];
  for (const member of written ? otherThan(f, namedBy(record, written.own)) : addedTo(f, record)) {
    const { value, get, set, writable, enumerable, configurable, isGone } = member;
    const name = nameOf(member);
    const shared = get && sharing.get(get);
    if (shared) {
      // Its publishing has been undone.
      statics[name] = get();
      if (!enumerable) hidden.push(name);
      continue;
    }
    if (get || set || isGone || member.symbol !== undefined || (isMade(name) && !writable)) {
      accessors.push(member);
      continue;
    }
    statics[name] = value;
    if (!enumerable) hidden.push(name);
    if (configurable) continue;
    if (writable)
      throw cannotShare(
        `the property '${String(name)}' of ${f.name}`,
        'use Object.freeze instead of Object.seal',
      );
    fixed.push(name);
  }
  const prototype = prototypeOf(f);
  const twin = prototype && !written ? twinOf(f, prototype) : undefined;
  const methods = prototype && !twin ? otherThan(prototype, written?.prototype ?? madeFor(f)) : [];
  if (written) checkParent(f, written);
  const parent = prototype && !written && !twin ? parentOf(f, prototype, captures) : undefined;
  const base = written ? undefined : baseOf(f);
  const hasStatics = Reflect.ownKeys(statics).length > 0;
  const isPlain = !hasStatics && accessors.length + methods.length === 0;
  if (isPlain && !twin && parent === undefined && !base) return undefined;
  return {
    ...{ statics, accessors, methods, twin, parent, base, isFrozen: Object.isFrozen(f) },
    fixed: fixed.length > 0 ? fixed : undefined,
    hidden: hidden.length > 0 ? hidden : undefined,
  };
}

/** The members of an object that are not as in `made`. */
function otherThan(object: object, made: Descriptors): Member[] {
  const found: Member[] = [];
  for (const name of Reflect.ownKeys(object)) {
    const now = propertyOf(object, name);
    if (!Object.hasOwn(made, name) || !isSame(now, made[name]!)) found.push(memberOf(name, now));
  }
  for (const name of Reflect.ownKeys(made)) {
    if (!Object.hasOwn(object, name)) found.push({ ...memberOf(name, {}), isGone: true });
  }
  return found;
}

function memberOf(name: PropertyKey, { value, get, set, ...flags }: PropertyDescriptor): Member {
  const { enumerable = false, writable = false, configurable = false } = flags;
  const symbol = OF_LANGUAGE.get(name);
  return {
    ...{ name: symbol === undefined ? (name as Name) : undefined, symbol, value: value as unknown, get, set },
    ...{ enumerable, writable, configurable, isGone: false },
  };
}

function nameOf({ name, symbol }: Member): Name {
  return name ?? (Symbol as unknown as Record<string, symbol>)[symbol!]!;
}

function isSame(one: PropertyDescriptor, other: PropertyDescriptor): boolean {
  return KEYS.every(key => one[key] === other[key]);
}

const KEYS = ['enumerable', 'configurable', 'value', 'writable', 'get', 'set'] as const;

/** Properties of each function, which its text makes. */
const IN_TEXT: ReadonlySet<PropertyKey> = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);

/** Those of them that are constants of the text, unless the name is computed, a bundler has shortened it, or the program has set it. */
const MADE = ['name', 'length'] as const;

function isMade(name: Name): boolean {
  return MADE.includes(name as 'name');
}

/** The own properties of a class with the name that its text gives it, as in other realms. */
function namedBy(record: FunctionFacts | undefined, own: Descriptors): Descriptors {
  if (!record || typeof own['name']?.value !== 'string' || own['name'].writable) return own;
  return { ...own, name: { ...own['name'], value: record.name } };
}

/** The properties of a function that is no class besides those that its text makes. */
function addedTo(f: Function, record?: FunctionFacts): Member[] {
  const names = Reflect.ownKeys(f).filter(name => !IN_TEXT.has(name));
  const added = names.map(name => memberOf(name, propertyOf(f, name)));
  if (!record) return added;
  for (const name of MADE) {
    const made = { value: record[name], writable: false, enumerable: false, configurable: true };
    const now = Object.hasOwn(f, name) ? propertyOf(f, name) : undefined;
    if (!now) added.push({ ...memberOf(name, {}), isGone: true });
    else if (!isSame(now, made)) added.push(memberOf(name, now));
  }
  return added;
}

/** The prototype of a constructor's instances, or of a generator's; undefined for other functions. */
function prototypeOf(f: Function): object | undefined {
  if (!Object.hasOwn(f, 'prototype')) return undefined;
  const prototype: unknown = f.prototype;
  if (typeof prototype !== 'object' || prototype === null)
    throw cannotShare(`the function ${f.name}`, 'its prototype is no object');
  if (Stamp.of(prototype) !== 0)
    throw cannotShare(
      `the function ${f.name}`,
      'its prototype is a shared object, whose fields change: use a class',
    );
  return prototype;
}

/** The members of a function's prototype as the text makes them. */
function madeFor(f: Function): Descriptors {
  if (isGenerator(f)) return {};
  const constructor: PropertyDescriptor = { value: f, enumerable: false, writable: true, configurable: true };
  return { constructor } as unknown as Descriptors;
}

function isGenerator(f: Function): boolean {
  return (f as { [Symbol.toStringTag]?: string })[Symbol.toStringTag]?.endsWith('GeneratorFunction') === true;
}

/** Another constructor with the same prototype. */
function twinOf(f: Function, prototype: object): Function | undefined {
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  const isTwin =
    typeof constructor === 'function' && constructor !== f && constructor.prototype === prototype;
  return isTwin ? constructor : undefined;
}

function parentOf(f: Function, prototype: object, captures: readonly unknown[]): Function | null | undefined {
  const inherited = Object.getPrototypeOf(prototype) as object | null;
  if (inherited === null || inherited === Object.prototype) return inherited && undefined;
  if (isGenerator(f)) return undefined;
  const own: unknown = Object.getOwnPropertyDescriptor(inherited, 'constructor')?.value;
  for (const other of [own, Object.getPrototypeOf(f), ...captures])
    if (typeof other === 'function' && other.prototype === inherited) return other;
  throw cannotShare(
    `the function ${f.name}`,
    "its prototype inherits from an object that is no constructor's prototype: set its constructor, or write classes",
  );
}

/** The function from which a function that is no class inherits, as compilers write it for classes. */
function baseOf(f: Function): Function | undefined {
  const base: unknown = Object.getPrototypeOf(f);
  const isOwn = typeof base === 'function' && Object.hasOwn(base, 'prototype');
  return isOwn ? base : undefined;
}

function checkParent(f: Function, { parent }: Written): void {
  const inherited: unknown = Object.getPrototypeOf(f.prototype as object);
  const expected =
    parent === Function.prototype
      ? [Object.prototype, null].includes(inherited as object | null)
      : inherited === (parent as { prototype?: unknown } | null)?.prototype;
  if (Object.getPrototypeOf(f) === parent && expected) return;
  throw cannotShare(
    `the class ${f.name}`,
    'its prototype inherits from another one than its text says: write extends',
  );
}

/** Gives a class replacements of the language's methods that the program has added to it, as other realms have them. */
export function replaceMethods(f: Function, methods: readonly Member[], on: (f: Function) => Function): void {
  for (const method of methods) {
    const { value } = method;
    const name = nameOf(method);
    const made = typeof value === 'function' ? on(value) : value;
    const property = getOwnPropertyDescriptor(f.prototype as object, name);
    if (made !== value && property?.configurable)
      Object.defineProperty(f.prototype, name, { ...property, value: made });
  }
}

/** Gives a function accessors for its shared properties; those of a frozen one stay as they are. */
export function shareStatics(
  f: Function,
  { statics, hidden }: Members,
  names: readonly Name[],
  properties: Properties,
): void {
  for (const name of names) {
    const known = getOwnPropertyDescriptor(f, name);
    const holder = known?.get && sharing.get(known.get);
    if (holder) holder.statics = statics;
    if (known?.configurable === false) continue;
    const own = { statics };
    const enumerable = !hidden?.includes(name);
    Object.defineProperty(f, name, {
      get: sharedGetter(own, name, properties),
      set(this: object, value: unknown) {
        if (this === f) {
          // Those of a function whose publishing has been undone are ordinary ones.
          if (Stamp.of(own.statics) === 0) (own.statics as Record<Name, unknown>)[name] = value;
          else properties.set(Stamp.of(own.statics), name, value);
        } else if (isClosedCode(this)) throw refusalOf(this);
        else Object.defineProperty(this, name, ordinary(value));
      },
      enumerable,
      configurable: true,
    });
  }
}

/** The object that holds the shared properties of a function. */
interface Holder {
  statics: object;
}

/** The getters of shared properties: a function that has them is shared already, or its publishing has been undone. */
const sharing = new OwnWeakMap<Function, Holder>();

function sharedGetter(holder: Holder, name: Name, properties: Properties): () => unknown {
  const getter = (): unknown => {
    const { statics } = holder;
    const address = Stamp.of(statics);
    if (address === 0) return (statics as Record<Name, unknown>)[name];
    const value = properties.get(address, name);
    return value === absent ? undefined : value;
  };
  sharing.set(getter, holder);
  getters.add(getter);
  return getter;
}

/** Gives a function that was made again the members of the first one. */
export function adopt(f: Function, members: Members, properties: Properties): void {
  const { statics, accessors, methods, twin, parent, base, hidden } = members;
  for (const name of members.fixed ?? []) {
    Object.defineProperty(f, name, {
      get: sharedGetter({ statics }, name, properties),
      enumerable: !hidden?.includes(name),
      configurable: false,
    });
  }
  shareStatics(f, members, properties.keys(Stamp.of(statics)), properties);
  if (base) Object.setPrototypeOf(f, base);
  if (twin) f.prototype = twin.prototype as object;
  if (parent !== undefined)
    Object.setPrototypeOf(f.prototype as object, parent && (parent.prototype as object));
  for (const member of accessors) defineMember(f, member);
  for (const member of methods) defineMember(f.prototype as object, member);
  if (members.isFrozen) Object.freeze(f);
}

function defineMember(object: object, member: Member): void {
  const { value, get, set, writable, enumerable, configurable } = member;
  const name = nameOf(member);
  if (member.isGone) {
    Reflect.deleteProperty(object, name);
    return;
  }
  const property = get || set ? { get, set } : { value, writable };
  Object.defineProperty(object, name, { ...property, enumerable, configurable } as PropertyDescriptor);
}
