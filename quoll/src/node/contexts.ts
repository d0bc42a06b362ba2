/**
 * Functions of Node that need an argument itself, for which no stand-in, a Proxy, can stand. The scope of a context of `node:vm` is an object in which
 * the engine looks for variables, and behind a Proxy it finds none of the language; so it is the program's object, with values for code that
 * is not rewritten, as `globalThis` has them. Functions that end the process if a list is no array get a copy of it.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
import { blame } from '../contract/stack.js';
import { isData } from '../heap/contents.js';
import type { Heap } from '../heap/heap.js';
import type { Membrane } from '../heap/membrane.js';
import { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } from '../heap/raw.js';
import { replace } from '../heap/replacing.js';
import { Stamp } from '../heap/stamp.js';

type Convert = (value: unknown) => unknown;

const same: Convert = value => value;

export function openContexts({ membrane }: Heap): void {
  const { own } = membrane;
  const scope: Convert = value => (own(value) === value ? value : scopeOf(membrane, own(value) as object));
  const list: Convert = value =>
    own(value) !== value && Array.isArray(value) ? [...(value as unknown[])] : value;
  const options: Convert = value =>
    own(value) === value ? value : compiling(value as Compiling, scope, own);
  const { prototype } = vm.Script as unknown as { prototype: object };
  convert(vm, ['createContext'], scope);
  convert(vm, ['isContext'], own);
  convert(vm, ['runInNewContext'], same, scope);
  convert(vm, ['runInContext'], same, own);
  convert(vm, ['compileFunction'], same, list, options);
  convert(prototype, ['runInNewContext'], scope);
  convert(prototype, ['runInContext'], own);
  convert(fs, ['readv', 'readvSync', 'writev', 'writevSync'], same, list);
  convert(process, ['setgroups'], list);
  convertHandles(list);
  syncBuiltinESMExports();
}

/** Converts the first arguments of functions before they are called. */
function convert(holder: object, names: readonly string[], ...conversions: readonly Convert[]): void {
  replace(
    holder,
    names,
    native =>
      function (...args) {
        return Reflect.apply(
          native,
          this,
          args.map((value, i) => (conversions[i] ?? same)(value)),
        ) as unknown;
      },
  );
}

/** The class of open files is found with the first of them. */
function convertHandles(list: Convert): void {
  let isKnown = false;
  const found = (handle: object): void => {
    if (!isKnown) convert(getPrototypeOf(handle) as object, ['readv', 'writev'], list);
    isKnown = true;
  };
  replace(
    fs.promises,
    ['open'],
    native =>
      function (...args) {
        const opening = Reflect.apply(native, this, args) as Promise<object>;
        void opening.then(found, same);
        return opening;
      },
  );
}

/** The options of `vm.compileFunction` that are objects. */
interface Compiling {
  readonly contextExtensions?: readonly unknown[];
  readonly parsingContext?: unknown;
}

function compiling(options: Compiling, scope: Convert, own: Convert): Compiling {
  const { contextExtensions: scopes, parsingContext } = options;
  return {
    ...options,
    ...(Array.isArray(scopes) && { contextExtensions: Array.from(scopes, scope) }),
    ...(parsingContext !== undefined && { parsingContext: own(parsingContext) }),
  };
}

/** An object as a scope of code that is not rewritten. */
function scopeOf(membrane: Membrane, object: object): object {
  const properties = ownKeys(object).map(name => [name, getOwnPropertyDescriptor(object, name)!] as const);
  if (
    Stamp.of(object) !== 0 ||
    !isData(object) ||
    properties.some(([, { writable, configurable }]) => !writable || !configurable)
  )
    throw blame(
      () =>
        new TypeError(
          'a scope of node:vm must not be a shared object, or one with accessors or a class: pass a copy, { ...o }',
        ),
    );
  for (const [name, property] of properties)
    defineProperty(object, name, { ...property, value: membrane.out(property.value) });
  return membrane.hold(object);
}
