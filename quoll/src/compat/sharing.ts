/**
 * Which functions handlers share. On one thread no object has to be copied for that, but functions are closed as they are in other realms,
 * so that a program behaves the same: those that handlers and events get, with all that these refer to, and what handlers store there. A store
 * is looked at when the handler commits, or changes a function or a prototype. What code outside of handlers stores in a shared object
 * becomes shared only in the other realms.
 */
import { closeFunction, refuseChange } from '../heap/closing.js';
import { OF_LANGUAGE } from '../heap/errors.js';
import { getOwnPropertyDescriptor, getPrototypeOf } from '../heap/raw.js';
import { OwnWeakSet } from '../heap/weak.js';
import { valuesIn } from './snapshots.js';
import { isOfProgram, type Journal, journal, objectOf } from './undo.js';

/** What a function of the program captures; undefined for another one, or if a variable has no value yet. */
type Captured = (f: Function) => readonly unknown[] | undefined;

let captured: Captured | undefined;
/** The place of a function of the program, or ''. */
export let placeOf = (_: Function): string => '';
let seen = new OwnWeakSet<object>();

/** Called once for a realm whose modules are rewritten. */
export function findCaptured(find: Captured, place: typeof placeOf): void {
  captured = find;
  placeOf = place;
  seen = new OwnWeakSet();
}

/** Shares what a handler has stored in shared objects. */
export function shareChanges(changes: Journal): void {
  if (captured) for (const value of changes.changed(object => seen.has(object))) share(value);
}

/** The objects that cross with an exception, as they are when it is thrown: it, and those that they hold, unless they are shared. */
export function objectsIn(exception: unknown): ReadonlySet<object> {
  const found = new Set<object>();
  const left = [exception];
  while (left.length > 0) {
    const one = objectOf(left.pop());
    if (typeof one !== 'object' || seen.has(one) || found.has(one)) continue;
    found.add(one);
    for (const inner of valuesIn(one)) left[left.length] = inner;
  }
  return found;
}

/** Called by rewritten code; see `Contract.changing`. */
export function changing<T>(object: T, key?: PropertyKey, removes?: boolean): T {
  journal()?.changing(object, key, removes);
  return object;
}

/** Called by rewritten code; see `Contract.changingSloppy`. */
export function changingSloppy<T>(object: T, key?: PropertyKey, removes?: boolean): T {
  journal()?.changing(object, key, removes);
  refuseChange(object, key, removes);
  return object;
}

/** Closes the functions that a value refers to, and the value itself. */
export function share(value: unknown): void {
  if (!captured) return;
  const found = [value];
  while (found.length > 0) {
    const one = objectOf(found.pop());
    if (!one || seen.has(one)) continue;
    seen.add(one);
    if (typeof one === 'function') shareFunction(one, found, captured);
    else {
      for (const inner of valuesIn(one)) found[found.length] = inner;
      const prototype: unknown = getPrototypeOf(one);
      if (prototype) found[found.length] = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    }
  }
}

function shareFunction(f: Function, found: unknown[], find: Captured): void {
  if (!isOfProgram(f)) return;
  const inner = find(f);
  if (!inner) {
    seen.delete(f);
    return;
  }
  for (const value of [...inner, ...valuesIn(f), getPrototypeOf(f)]) found[found.length] = value;
  if (f.prototype) for (const value of valuesIn(f.prototype as object)) found[found.length] = value;
  closeFunction(f, name => isMethod(f, name));
}

/** Whether a property of a function is a static method, as its text makes it, or one that the language asks for; others stay what they are, because they are shared. */
function isMethod(f: Function, name: PropertyKey): boolean {
  if (OF_LANGUAGE.has(name)) return true;
  const { value, enumerable } = getOwnPropertyDescriptor(f, name)!;
  return typeof value === 'function' && enumerable !== true;
}
