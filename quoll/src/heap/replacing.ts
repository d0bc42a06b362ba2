/** Replaces built-in functions of a realm; each replacement looks like the function that it replaces. */
import { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } from './raw.js';
import { OwnWeakSet } from './weak.js';

export type Native = (this: unknown, ...args: unknown[]) => unknown;
/** Makes the replacement of a function. */
export type Wrap = (native: Function) => Native;

export const replaced = new OwnWeakSet<Function>();

/** Replaces functions of an object; functions that the engine lacks are skipped. */
export function replace(holder: object, names: readonly PropertyKey[], wrap: Wrap): void {
  for (const name of names) {
    const property = getOwnPropertyDescriptor(ownerOf(holder, name), name);
    if (typeof property?.value !== 'function') continue;
    defineProperty(holder, name, { ...property, value: replacementOf(property.value as Function, wrap) });
  }
}

/** The object that has a function of `holder`: global ones may be inherited, as `structuredClone` is in workers of browsers. */
function ownerOf(holder: object, name: PropertyKey): object {
  if (holder !== globalThis) return holder;
  for (let at: object | null = holder; at; at = getPrototypeOf(at) as object | null)
    if (getOwnPropertyDescriptor(at, name)) return at;
  return holder;
}

/** Replaces a getter of an object. */
export function replaceGetter(holder: object, name: PropertyKey, wrap: Wrap): void {
  const property = getOwnPropertyDescriptor(holder, name)!;
  defineProperty(holder, name, { ...property, get: replacementOf(property.get!, wrap) });
}

/** The replacement of a function. */
export function replacementOf(native: Function, wrap: Wrap): Native {
  const made = wrap(native);
  nameAs(made, native);
  replaced.add(made);
  return made;
}

/** Gives a function the name and the number of parameters of another. */
export function nameAs(made: Function, { name, length }: Function): void {
  defineProperty(made, 'name', { value: name, configurable: true });
  defineProperty(made, 'length', { value: length, configurable: true });
}

/** Gives functions the names and numbers of parameters of those with the same names in `natives`; returns them. */
export function nameAllAs<T extends object>(functions: T, natives: object): T {
  for (const [name, made] of Object.entries(functions) as [string, Function][]) {
    const native = (natives as Record<string, unknown>)[name];
    if (typeof native === 'function') nameAs(made, native);
  }
  return functions;
}
