/** Bindings of modules that are not rewritten: each realm loads its own instance. */
import { createRequire } from 'node:module';
import * as api from '../index.js';
import type { Contract, Foreign, ModuleRecord } from '../runtime/contract.js';
import { isActing } from './acting.js';
import { importerOf } from './registry.js';

export async function loadForeign(
  record: ModuleRecord,
  foreign: Foreign,
  contract: Contract,
): Promise<unknown> {
  const { specifier, imported, path } = foreign;
  let value: unknown;
  if (specifier === '@hocket/quoll') {
    value = imported === '*' || imported === 'require' ? api : (api as Record<string, unknown>)[imported];
  } else if (imported === 'require') {
    const require = createRequire(record.url);
    value = specifier === '' ? guard(require, 'require', contract) : require(specifier);
  } else {
    const namespace = (await importerOf(record.url)(specifier)) as Record<string, unknown>;
    value = imported === '*' ? namespace : namespace[imported];
  }
  for (const name of path) value = (value as Record<string, unknown>)[name];
  return isActing(specifier) ? guard(value, [specifier, ...path].join('.'), contract) : value;
}

/** `value`, each function of which stops a handler that is about to call it and is not in the main realm. */
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
