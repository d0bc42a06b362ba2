/** Bindings of modules that are not rewritten: each realm loads its own instance. */
import { createRequire } from 'node:module';
import * as api from '../index.js';
import type { Contract, Foreign, ModuleRecord } from '../runtime/contract.js';
import { isActing } from './acting.js';
import { importerOf } from './registry.js';

/** Loads what an import gives. */
export async function loadForeign(
  record: ModuleRecord,
  foreign: Foreign,
  contract: Contract,
): Promise<unknown> {
  if (isAtHand(foreign)) return loadNow(record, foreign, contract);
  const { specifier, imported } = foreign;
  const namespace = (await importerOf(record.url)(specifier)) as Record<string, unknown>;
  return partOf(imported === '*' ? namespace : namespace[imported], foreign, contract);
}

/** Whether a binding can be loaded without waiting: it is this package's, or comes from `require`. */
export function isAtHand({ specifier, imported }: Foreign): boolean {
  return specifier === '@hocket/quoll' || imported === 'require';
}

export function loadNow(record: ModuleRecord, foreign: Foreign, contract: Contract): unknown {
  const { specifier, imported } = foreign;
  if (specifier === '@hocket/quoll') {
    const isWhole = imported === '*' || imported === 'require';
    return partOf(isWhole ? api : (api as Record<string, unknown>)[imported], foreign, contract);
  }
  const require = createRequire(record.url);
  return partOf(
    specifier === '' ? guard(require, 'require', contract) : require(specifier),
    foreign,
    contract,
  );
}

function partOf(whole: unknown, { specifier, path }: Foreign, contract: Contract): unknown {
  let value = whole;
  for (const name of path) value = (value as Record<string, unknown>)[name];
  return isActing(specifier) ? guard(value, [specifier, ...path].join('.'), contract) : value;
}

/** Wraps `value`: each of its functions stops a handler that calls it outside of the main realm. */
export function guard(value: unknown, what: string, contract: Pick<Contract, 'needsMain'>): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value;
  return new Proxy(value, {
    get: (target, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      const found: unknown = Reflect.get(target, key);
      if (descriptor && !descriptor.configurable && !descriptor.writable) return found;
      return typeof key === 'symbol' ? found : guard(found, `${what}.${key}`, contract);
    },
    apply: (target, self, args) => {
      contract.needsMain(what);
      return Reflect.apply(target as Function, self, args);
    },
    construct: (target, args) => {
      contract.needsMain(`new ${what}`);
      return Reflect.construct(target as Function, args) as object;
    },
  });
}
