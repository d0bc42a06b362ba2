/** Checks whether plain objects can be shared. */
import { get } from './raw.js';
import { type CannotShareError, cannotShare, OF_LANGUAGE } from './errors.js';
import type { Name } from './shapes.js';

/** Prototypes of objects whose state is not in properties. */
const EXOTIC: ReadonlySet<object> = new Set([
  ...[ArrayBuffer, DataView, FinalizationRegistry, Promise].map(
    constructor => constructor.prototype as object,
  ),
  // A page that is not isolated has none.
  ...(typeof SharedArrayBuffer === 'function' ? [SharedArrayBuffer.prototype] : []),
  ...[WeakMap, WeakRef, WeakSet, Boolean, Number, String, BigInt, Symbol].map(
    constructor => constructor.prototype as object,
  ),
  Object.getPrototypeOf(Uint8Array.prototype) as object,
]);

/** Prototypes of `Intl`'s objects, whose state only the engine knows. */
const OF_INTL: ReadonlySet<unknown> = new Set(
  Object.getOwnPropertyNames(Intl).map(name => (get(Intl, name) as { prototype?: unknown }).prototype),
);

/** Throws if an object of its kind, or with its properties, cannot be shared. */
export function checkObject(object: object): void {
  checkPrototypes(object);
  for (let at: object | null = object; (at = Object.getPrototypeOf(at) as object | null) !== null;) {
    const name = OF_LANGUAGE_CLASSES.get(at);
    if (name !== undefined)
      throw refusal(
        object,
        `it inherits from ${name}, whose methods know no shared objects: use a plain ${name}`,
      );
  }
  ownNames(object);
}

/** Prototypes whose methods the engine runs on any object. */
const OF_LANGUAGE_CLASSES: ReadonlyMap<object, string> = new Map<object, string>([
  [Array.prototype, 'Array'],
  [Map.prototype, 'Map'],
  [Set.prototype, 'Set'],
]);

function checkPrototypes(object: object): void {
  for (let at: object | null = object; (at = Object.getPrototypeOf(at) as object | null) !== null;) {
    if (EXOTIC.has(at))
      throw refusal(object, 'share the data in it as numbers, strings, plain objects or arrays');
    if (OF_INTL.has(at)) throw refusal(object, 'make it in the function that uses it');
  }
}

/** All values that an object holds. */
export function* contentsOf(object: object): Generator<unknown> {
  if (isBytes(object)) return yield (object as { buffer?: unknown }).buffer;
  if (object instanceof Map) for (const entry of object) yield* entry;
  else if (object instanceof Set) yield* object;
  else yield* Object.values(object);
  if (object instanceof Error) yield* [object.cause, (object as AggregateError).errors];
}

/** A buffer, or a view of one: its elements are numbers, and may be many. */
function isBytes(object: object): boolean {
  return object instanceof ArrayBuffer || ArrayBuffer.isView(object);
}

/** Throws if a frozen object cannot be shared. */
export function checkFrozen(object: object): void {
  checkPrototypes(object);
  for (const name of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, name)!;
    if (!('value' in descriptor))
      throw refusal(object, `its property ${String(name)} has a getter or setter; use a method`);
    if (!descriptor.enumerable && !(name === 'length' && Array.isArray(object)))
      throw refusal(object, `its property ${String(name)} is hidden; assign it`);
    checkName(object, name);
  }
}

function checkName(object: object, name: Name): void {
  if (typeof name === 'symbol' && OF_LANGUAGE.has(name))
    throw refusal(
      object,
      `its property ${String(name)} is one that the language asks for; make it a member of a class`,
    );
  if (typeof name === 'symbol' && Symbol.keyFor(name) === undefined)
    throw refusal(
      object,
      `its property ${String(name)} has a symbol of one realm as its name; use Symbol.for('${name.description ?? ''}')`,
    );
}

/**
 * The names of an object's own data properties, except those that its kind handles itself; any
 * other property stops the publishing.
 */
export function ownNames(object: object, except: readonly Name[] = []): Name[] {
  const names: Name[] = [];
  if (!Object.isExtensible(object))
    throw refusal(
      object,
      'it gets no further properties: leave out Object.seal, freeze it, or share a copy of it',
    );
  for (const name of Reflect.ownKeys(object)) {
    if (except.includes(name)) continue;
    const descriptor = Object.getOwnPropertyDescriptor(object, name)!;
    if (!('value' in descriptor))
      throw refusal(object, `its property ${String(name)} has a getter or setter; use a method`);
    if (!descriptor.writable || !descriptor.configurable)
      throw refusal(object, `its property ${String(name)} is read-only; assign it`);
    if (!descriptor.enumerable) {
      const isArguments = Object.prototype.toString.call(object) === '[object Arguments]';
      const wayOut = isArguments
        ? 'use a rest parameter'
        : `its property ${String(name)} is hidden; assign it`;
      throw refusal(object, wayOut);
    }
    checkName(object, name);
    names.push(name);
  }
  return names;
}

export function refusal(object: object, wayOut: string): CannotShareError {
  const name = classNameOf(object);
  return cannotShare(`this ${name && name !== 'Object' ? name : 'object'}`, wayOut);
}

/** Refuses an object that has names, which its kind cannot share. */
export function refuseNames(object: object, names: readonly Name[]): void {
  if (names.length > 0) throw refusal(object, `remove its property ${String(names[0])}`);
}

/** None of a revoked Proxy. */
function classNameOf(object: object): string | undefined {
  try {
    return (Object.getPrototypeOf(object) as { constructor?: { name?: string } } | null)?.constructor?.name;
  } catch {
    return undefined;
  }
}

/** Where in an object another one is, as a program would write it; empty for the object itself. */
export function pathTo(object: object, wanted: object | symbol): string {
  const paths = new Map([[object, '']]);
  const text = (path: string) => (path === '' ? '' : `at ${path.replace(/^\./, '')}`);
  for (const [one, path] of paths) {
    if (one === wanted) return text(path);
    for (const [part, value] of partsOf(one))
      if (typeof value === 'symbol' && value === wanted) return text(path + part);
      else if (
        ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
        !paths.has(value)
      )
        paths.set(value, path + part);
  }
  return '';
}

function* partsOf(object: object): Generator<[part: string, value: unknown]> {
  if (isBytes(object)) return yield ['.buffer', (object as { buffer?: unknown }).buffer];
  if (object instanceof Map) {
    for (const [key, value] of object) {
      yield ['.keys()', key];
      yield [`.get(${typeof key === 'string' ? JSON.stringify(key) : String(key)})`, value];
    }
  } else if (object instanceof Set) for (const value of object) yield ['.values()', value];
  for (const name of Reflect.ownKeys(object)) {
    const { value } = Object.getOwnPropertyDescriptor(object, name)! as { value?: unknown };
    const text = String(name);
    const isPlain = typeof name === 'symbol' || /^\d+$/.test(name);
    yield [
      /^[A-Za-z_$][\w$]*$/.test(text) ? `.${text}` : `[${isPlain ? text : JSON.stringify(text)}]`,
      value,
    ];
  }
}
