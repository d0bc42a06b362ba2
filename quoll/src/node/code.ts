/** Loads and compiles code on Node. */
import { createRequire, isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';
import vm from 'node:vm';
import { factoryText } from '../code/factories.js';
import { guarded } from '../code/guard.js';
import type { CodeHost, Maker } from '../code/host.js';
import { withoutWarning } from './warnings.js';

export const nodeCode: CodeHost = {
  isProxy: types.isProxy,
  isNamespace: types.isModuleNamespaceObject,
  pathOf,
  isLoaded: () => true,
  load: () => Promise.resolve(),
  maker(record, id) {
    const { body, parameters, line, column } = factoryText(record, id);
    return vm.compileFunction(body, [...parameters], {
      filename: record.format === 'module' ? record.url : pathOf(record.url),
      lineOffset: line,
      columnOffset: column,
    }) as Maker;
  },
  importerOf(url) {
    const imports = vm.compileFunction('return (specifier, options) => import(specifier, options);', [], {
      filename: pathOf(url),
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })() as (specifier: string, options?: object) => Promise<unknown>;
    return (specifier, attributes) =>
      isBuiltin(specifier)
        ? import(specifier)
        : withoutWarning(() => imports(specifier, attributes && { with: attributes }));
  },
  requireOf: createRequire,
  guarded,
};

function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : url;
}
