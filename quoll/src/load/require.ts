/** Rewrites modules that Node 20's `require` loads, which its module hooks do not see. */
import Module from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { noteImport, noteImported, ownModule } from './rules.js';
import { rewrittenText } from './hooks.js';

interface Compiling {
  _compile(this: CommonJsModule, content: string, filename: string, ...rest: unknown[]): unknown;
}

interface Resolving {
  _resolveFilename(request: string, ...rest: unknown[]): string;
}

interface CommonJsModule {
  readonly parent?: { readonly filename?: string } | null;
}

/** `imports` gives the modules that rewritten modules import. */
export function rewriteRequired(imports: MessagePort): void {
  const resolving = Module as unknown as Resolving;
  const resolve = resolving._resolveFilename;
  resolving._resolveFilename = (request, ...rest) => {
    const url = ownModule(request);
    return url === undefined ? resolve.call(Module, request, ...rest) : fileURLToPath(url);
  };
  const prototype = Module.prototype as unknown as Compiling;
  const compile = prototype._compile;
  prototype._compile = function (content, filename, ...rest) {
    const url = pathToFileURL(filename).href;
    const parent = this.parent?.filename;
    noteImport(url, parent === undefined ? undefined : pathToFileURL(parent).href);
    for (let next = receiveMessageOnPort(imports); next; next = receiveMessageOnPort(imports))
      noteImported(next.message as string);
    return compile.call(this, rewrittenText(url, content, 'commonjs') ?? content, filename, ...rest);
  };
}
