/**
 * Lets Node's own functions that compare objects, or say what kind they are, know shared objects. They ask the engine for the inside of a
 * Map, a Set, a date, which a stand-in, a Proxy, does not have. A function of Node that is not known here, and asks a stand-in of a Map or
 * Set what kind it is or what its names are, would take it for an empty object; so it is refused.
 */
import assert from 'node:assert';
import { syncBuiltinESMExports } from 'node:module';
import util from 'node:util';
import type { Heap } from '../heap/heap.js';
import { blame, trimStack } from '../contract/stack.js';
import { equalBy } from './equal.js';
import { filesOnStack } from './frames.js';
import { engineIterator } from './iterators.js';

type Convert = (value: unknown) => unknown;

const COMPARING = /^(not|partial)?Deep(Strict)?Equal$/i;

export function compareShared({ membrane, natives }: Heap): void {
  const { standIns } = natives;
  /** Gives the object behind a stand-in. */
  const { own } = membrane;
  /** Gives ordinary objects that are deeply equal to shared ones. */
  const copied = equalBy(natives.views);
  for (const holder of [assert, assert.strict] as const) {
    for (const name of Object.keys(holder)) if (COMPARING.test(name)) convert(standIns, holder, name, copied);
  }
  // Node 22 and later.
  const { Assert } = assert as unknown as { Assert?: { prototype: object } };
  for (const name of Assert ? Object.getOwnPropertyNames(Assert.prototype) : [])
    if (COMPARING.test(name)) convert(standIns, Assert!.prototype, name, copied);
  convert(standIns, util, 'isDeepStrictEqual', copied);
  const kind: Convert = value => engineIterator(own(value));
  for (const name of Object.keys(util.types)) convert(standIns, util.types, name, () => kind);
  syncBuiltinESMExports();
  membrane.asked = refuseNode;
}

/** Converts the arguments of a function, in its place, which gets shared objects as they are. Each call converts them with another function. */
function convert(standIns: WeakSet<Function>, holder: object, name: string, converting: () => Convert): void {
  const property = Object.getOwnPropertyDescriptor(holder, name)!;
  // Those that cannot be replaced are about keys.
  if (!property.configurable) return;
  const value = new Proxy(property.value as Function, {
    apply(target, self, args: unknown[]): unknown {
      const given = args.map(converting());
      try {
        return Reflect.apply(target, self, given);
      } catch (error) {
        if (error instanceof Error) {
          error.stack = trimStack(error.stack ?? '');
          restore(error, given, args);
        }
        throw error;
      }
    },
  });
  standIns.add(value);
  Object.defineProperty(holder, name, { ...property, value });
}

/** Puts what the caller has given into the properties of an error that hold what stood for it. */
function restore(error: Error, given: readonly unknown[], args: readonly unknown[]): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
    const place = typeof value === 'object' && value !== null ? given.indexOf(value) : -1;
    if (place >= 0) (error as unknown as Record<string, unknown>)[name] = args[place];
  }
}

/** The frames between the code that asks a stand-in and `filesOnStack`: its own, two of this file, the membrane's and the trap. */
const OWN_FRAMES = 5;
/** And those of functions of the language, and the one that asks. */
const FRAMES = 9;

/** Throws if the code that asks a stand-in is Node's. */
function refuseNode(): void {
  if (!asking()?.startsWith('node:')) return;
  throw blame(
    () =>
      new TypeError(
        'a function of Node looks into a shared Map or Set, which has no such inside: pass a copy, new Map(x) or new Set(x)',
      ),
  );
}

/** The file of the code that asks. */
function asking(): string | undefined {
  return filesOnStack(FRAMES)
    .slice(OWN_FRAMES)
    .find(file => file !== undefined);
}
