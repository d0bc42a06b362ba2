/** Bindings of modules that are not rewritten: each realm loads its own instance. */
import * as api from '../index.js';
import type { Contract, Foreign, ModuleRecord } from '../contract/contract.js';
import { isActing, isCallingBack } from './acting.js';
import { HOST_MODULE } from '../contract/language.js';
import type { CodeHost } from './host.js';

/** Loads the value of an import. */
export async function loadForeign(
  record: ModuleRecord,
  foreign: Foreign,
  contract: Contract,
  host: CodeHost,
): Promise<unknown> {
  if (isAtHand(foreign)) return loadNow(record, foreign, contract, host);
  const { specifier, imported } = foreign;
  if (isProcess(specifier)) return partOfProcess(foreign, contract);
  const namespace = (await host.importerOf(record.url)(specifier, foreign.attributes)) as Record<
    string,
    unknown
  >;
  return partOf(imported === '*' ? namespace : namespace[imported], foreign, contract);
}

/** Whether a binding can be loaded without waiting: it is this package's, or comes from `require`. */
export function isAtHand({ specifier, imported }: Foreign): boolean {
  return specifier === '@hocket/quoll' || specifier === HOST_MODULE || imported === 'require';
}

export function loadNow(record: ModuleRecord, foreign: Foreign, contract: Contract, host: CodeHost): unknown {
  const { specifier, imported } = foreign;
  if (specifier === '@hocket/quoll') {
    const isWhole = imported === '*' || imported === 'require';
    return partOf(isWhole ? api : (api as Record<string, unknown>)[imported], foreign, contract);
  }
  if (specifier === HOST_MODULE)
    return partOf((contract.host as unknown as Record<string, unknown>)[imported], foreign, contract);
  if (isProcess(specifier)) return partOfProcess(foreign, contract);
  const require = host.requireOf(record.url);
  return partOf(
    specifier === '' ? guard(require, 'require', contract) : require(specifier),
    foreign,
    contract,
  );
}

function isProcess(specifier: string): boolean {
  return /^(node:)?process$/.test(specifier);
}

/** The module `process` is the global variable, which the host of a worker guards in its own way. */
function partOfProcess({ imported, path }: Foreign, { host }: Contract): unknown {
  const names = /^(\*|default|require)$/.test(imported) ? path : [imported, ...path];
  let value: unknown = host.process;
  for (const name of names) value = (value as Record<string, unknown>)[name];
  return value;
}

function partOf(whole: unknown, { specifier, path }: Foreign, contract: Contract): unknown {
  let value = whole;
  for (const name of path) value = (value as Record<string, unknown>)[name];
  const what = [specifier, ...path].join('.');
  if (isCallingBack(specifier))
    return guard(value, what, contract, args => typeof args.at(-1) === 'function');
  return isActing(specifier) ? guard(value, what, contract) : value;
}

/**
 * Wraps `value`: a call of one of its functions, or a change of it, stops a handler outside of the main realm. `acts` decides which
 * calls have effects outside of the program, and `isSame` which properties, by their paths, have the same value in all threads.
 */
export function guard(
  value: unknown,
  what: string,
  contract: Pick<Contract, 'needsMain'>,
  acts: (args: unknown[]) => boolean = () => true,
  isSame: (path: string) => boolean = () => true,
): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
  /** The wrapped properties, so that each is wrapped only once. */
  const guards = new Map<string, object>();
  const guarded: object = new Proxy(value, {
    get: (target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      const found: unknown = Reflect.get(target, key);
      const path = `${what}.${String(key)}`;
      // The language asks for `then` where a value is awaited.
      if (typeof key === 'string' && key !== 'then' && typeof found !== 'function' && !isSame(path))
        contract.needsMain(path);
      if (descriptor && !descriptor.configurable && !descriptor.writable) return found;
      // `instanceof` compares the prototype with those of unguarded objects.
      if (typeof key === 'symbol' || key === 'prototype') return found;
      const known = guards.get(key);
      if (known && behind.get(known) === found) return known;
      const made = guard(found, path, contract, acts, isSame);
      if (made !== found) guards.set(key, made as object);
      return made;
    },
    set: (target, key, changed) => {
      contract.needsMain(`${what}.${String(key)} = …`);
      return Reflect.set(target, key, changed);
    },
    deleteProperty: (target, key) => {
      contract.needsMain(`delete ${what}.${String(key)}`);
      return Reflect.deleteProperty(target, key);
    },
    apply: (target, self, args: unknown[]) => {
      if (acts(args)) contract.needsMain(what);
      return Reflect.apply(target as Function, behind.get(self as object) ?? self, args);
    },
    construct: (target, args: unknown[]) => {
      if (acts(args)) contract.needsMain(`new ${what}`);
      return Reflect.construct(target as Function, args) as object;
    },
  });
  behind.set(guarded, value);
  return guarded;
}

/** The values behind wrappers, because some methods of the host accept only its own objects. */
const behind = new WeakMap<object, object>();
