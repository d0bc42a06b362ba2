/** Rewrites what Node 20's `require` loads: its module hooks do not see these modules. */
import Module from 'node:module';
import { pathToFileURL } from 'node:url';
import { noteImport } from './rules.js';
import { rewrittenText } from './hooks.js';

interface Compiling {
  _compile(this: CommonJsModule, content: string, filename: string, ...rest: unknown[]): unknown;
}

interface CommonJsModule {
  readonly parent?: { readonly filename?: string } | null;
}

export function rewriteRequired(): void {
  const prototype = Module.prototype as unknown as Compiling;
  const compile = prototype._compile;
  prototype._compile = function (content, filename, ...rest) {
    const url = pathToFileURL(filename).href;
    const parent = this.parent?.filename;
    noteImport(url, parent === undefined ? undefined : pathToFileURL(parent).href);
    return compile.call(this, rewrittenText(url, content, 'commonjs') ?? content, filename, ...rest);
  };
}
