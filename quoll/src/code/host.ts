/** The host functions for loading and compiling code. */
import type { Contract, ModuleCalls, ModuleRecord } from '../contract/contract.js';

/** Makes the functions of one literal: from captured values to the function, and to one that sets these values, if there are any. */
export type Factory = (
  this: unknown,
  ...captures: unknown[]
) => readonly [f: Function, set?: (captures: readonly unknown[]) => void];

/** Makes the factory of a function literal, from the module's calls and the foreign values that the function uses. */
export type Maker = (calls: ModuleCalls, ...foreign: unknown[]) => Factory;

export interface CodeHost {
  isProxy(object: object): boolean;
  /** The Proxies that the program and packages have made, if the host needs them for `isProxy`. */
  readonly proxies?: WeakSet<object>;
  /** Whether a value is the namespace of a module. */
  isNamespace(value: unknown): boolean;
  /** A module's file, or its URL if it is in no file. */
  pathOf(url: string): string;
  /** Whether `maker` has the functions of a rewritten module at hand; `load` loads them. */
  isLoaded(record: ModuleRecord): boolean;
  load(record: ModuleRecord): Promise<void>;
  maker(record: ModuleRecord, id: number): Maker;
  /** `import()` with specifiers relative to a module. */
  importerOf(
    url: string,
  ): (specifier: string, attributes?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** `require()` likewise. */
  requireOf(url: string): (specifier: string) => unknown;
  /** A value of a module that is not rewritten, as functions of the program get it; `what` names it for `--stats`. */
  guarded(specifier: string, value: unknown, what: string, contract: Contract): unknown;
}
