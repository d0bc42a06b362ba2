/**
 * Lets Node's own functions that compare objects, or say what kind they are, know shared objects. They ask the engine for the inside of a
 * Map, a Set, a date, which a stand-in, a Proxy, does not have.
 */
import assert from 'node:assert';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import { trimStack } from '../protocol/stack.js';

type Convert = (value: unknown) => unknown;

const COMPARING = /^(not|partial)?Deep(Strict)?Equal$/i;

/** `own` gives the object behind a stand-in, `copy` an ordinary object that is deeply equal to a shared one. */
export function compareShared(own: Convert, copy: Convert): void {
  const copied: Convert = value => copy(own(value));
  for (const holder of [assert, assert.strict] as const) {
    for (const name of Object.keys(holder)) if (COMPARING.test(name)) convert(holder, name, copied);
  }
  convert(util, 'isDeepStrictEqual', copied);
  for (const name of Object.keys(util.types)) convert(util.types, name, own);
  syncBuiltinESMExports();
}

/** Converts the arguments of a function, in its place. */
function convert(holder: object, name: string, converted: Convert): void {
  const property = Object.getOwnPropertyDescriptor(holder, name)!;
  // Those that cannot be replaced are about keys.
  if (!property.configurable) return;
  const value = new Proxy(property.value as Function, {
    apply(target, self, args: unknown[]): unknown {
      try {
        return Reflect.apply(target, self, args.map(converted));
      } catch (error) {
        if (error instanceof Error) error.stack = trimStack(error.stack ?? '');
        throw error;
      }
    },
  });
  Object.defineProperty(holder, name, { ...property, value });
}
