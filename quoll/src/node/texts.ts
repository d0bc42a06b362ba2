/**
 * Functions that the language makes of text are not rewritten, so they are foreign code. A module that names neither `Function` nor `eval` may still make
 * one, with `(() => {}).constructor(text)`; until then its realm may know no foreign code.
 */
import type { Membrane } from '../heap/membrane.js';
import { replace } from '../heap/replacing.js';

/** Calls `noted` before the language makes a function of text. */
export function noteTexts(noted: () => void): void {
  const kinds = [() => 0, async () => 0, function* () {}, async function* () {}];
  for (const prototype of kinds.map(f => Object.getPrototypeOf(f) as Function)) {
    replace(prototype, ['constructor'], native => {
      const made = function (this: unknown, ...args: unknown[]): unknown {
        noted();
        return Reflect.construct(native, args, new.target ?? made) as unknown;
      };
      made.prototype = prototype;
      return made;
    });
    if (prototype === Function.prototype) globalThis.Function = prototype.constructor as FunctionConstructor;
    else Object.setPrototypeOf(prototype.constructor, Function);
  }
}

/** Foreign code may run from now on, and find what the program has put into global variables. */
export function meetForeign(membrane: Membrane): void {
  if (!membrane.isAlone) return;
  membrane.isAlone = false;
  for (const name of Object.keys(globalThis)) {
    const { value, writable } = Object.getOwnPropertyDescriptor(globalThis, name)!;
    if (writable && typeof value === 'object') Reflect.set(globalThis, name, membrane.out(value));
  }
}
