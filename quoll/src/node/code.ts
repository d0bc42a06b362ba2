/** Loads and compiles code on Node. */
import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import type { CodeHost } from '../code/host.js';
import { withoutWarning } from './warnings.js';

export const nodeCode: CodeHost = {
  isProxy: types.isProxy,
  isNamespace: types.isModuleNamespaceObject,
  pathOf,
  compile: (text, parameters, url, line, column) =>
    vm.compileFunction(text, parameters, {
      filename: pathOf(url),
      lineOffset: line,
      columnOffset: column,
    }),
  importerOf(url) {
    const imports = vm.compileFunction('return specifier => import(specifier);', [], {
      filename: pathOf(url),
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })() as (specifier: string) => Promise<unknown>;
    return specifier => (isBuiltin(specifier) ? import(specifier) : withoutWarning(() => imports(specifier)));
  },
  requireOf: createRequire,
};

function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}
