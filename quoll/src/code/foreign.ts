/** Bindings of modules that are not rewritten: each realm loads its own instance. */
import * as api from '../index.js';
import type { Contract, Foreign, ModuleRecord } from '../contract/contract.js';
import { HOST_MODULE } from '../contract/language.js';
import type { CodeHost } from './host.js';

/** Loads the value of an import. */
export async function loadForeign(
  record: ModuleRecord,
  foreign: Foreign,
  contract: Contract,
  host: CodeHost,
): Promise<unknown> {
  const { specifier, imported } = foreign;
  if (isAtHand(foreign) || isProcess(specifier)) return loadNow(record, foreign, contract, host);
  const namespace = (await host.importerOf(record.url)(specifier, foreign.attributes)) as Record<
    string,
    unknown
  >;
  for (const name of foreign.names ?? []) kept(namespace[name], contract);
  return partOf(kept(imported === '*' ? namespace : namespace[imported], contract), foreign, contract, host);
}

/** Whether a binding can be loaded without waiting: it is this package's, or comes from `require`. */
export function isAtHand({ specifier, imported }: Foreign): boolean {
  return specifier === '@hocket/quoll' || specifier === HOST_MODULE || imported === 'require';
}

export function loadNow(record: ModuleRecord, foreign: Foreign, contract: Contract, host: CodeHost): unknown {
  const { specifier, imported } = foreign;
  if (specifier === '@hocket/quoll') {
    const isWhole = imported === '*' || imported === 'require';
    return partOf(isWhole ? api : (api as Record<string, unknown>)[imported], foreign, contract, host);
  }
  if (specifier === HOST_MODULE)
    return partOf((contract.host as unknown as Record<string, unknown>)[imported], foreign, contract, host);
  if (isProcess(specifier)) return partOfProcess(foreign, contract);
  const require = host.requireOf(record.url);
  if (specifier === '') return host.guarded(specifier, require, 'require', contract);
  return partOf(kept(require(specifier), contract), foreign, contract, host);
}

/** Foreign code keeps the objects that it exports, and finds there what the program writes. */
function kept(value: unknown, contract: Contract): unknown {
  contract.regain(value);
  return value;
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

function partOf(whole: unknown, { specifier, path }: Foreign, contract: Contract, host: CodeHost): unknown {
  let value = whole;
  for (const name of path) value = (value as Record<string, unknown>)[name];
  return host.guarded(specifier, value, [specifier, ...path].join('.'), contract);
}
