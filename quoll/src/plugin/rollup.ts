/** `@hocket/quoll/rollup` and `@hocket/quoll/vite`: the plugin for Rollup and Vite. */
import {
  OURS,
  OWN,
  PACKAGE,
  CODE,
  FOLDER,
  codedBy,
  type CodeModule,
  ISOLATION,
  lineOf,
  original,
  type QuollOptions,
  Rewriting,
  START,
} from './rewriting.js';
import { nameOf, pathOf, slashed } from './paths.js';

export type { QuollOptions } from './rewriting.js';

/** The part of the bundlers' context that the plugin uses. */
interface Context {
  emitFile(file: { type: 'chunk'; id: string; name: string; preserveSignature: 'strict' }): string;
  resolve(source: string, importer: string): Promise<{ id: string; external?: unknown } | null>;
  load(options: { id: string }): Promise<unknown>;
  getCombinedSourcemap(): { mappings: unknown };
  error(error: { message: string; id: string; loc: { line: number; column: number } }): never;
}

/** The part of Vite's resolved configuration that the plugin uses. */
interface Config {
  root: string;
  base: string;
  command: string;
  server: { fs: { allow: string[] } };
}

/**
 * In bundles a code module has a name without `\0`: Rollup and Vite omit modules whose names contain it from source maps. The end of the
 * name is no extension of a language, so other plugins do not compile it.
 */
const MAPPED = CODE.slice(1);
const END = '.quoll';

/** The name of the module whose code module has this name; undefined if it is no code module. */
function moduleOf(id: string): string | undefined {
  if (id.startsWith(CODE)) return codedBy(id);
  return id.startsWith(MAPPED) ? codedBy(`\0${id.slice(0, -END.length)}`) : undefined;
}

type Resolved = string | { id: string; external?: unknown } | null | undefined;

/** Rewrites a page's modules, so that their handlers run in workers. Write it after plugins that compile other languages to JavaScript. */
export default function quoll(options: QuollOptions = {}) {
  const rewriting = new Rewriting(options);
  /** In Vite's development server: the address of its modules; undefined when a bundle is made. */
  let served: string | undefined;
  let worker = '';
  // Each has a name of its own: Vite gives files of one name one address, also if their modules differ.
  const chunk = (context: Context, id: string, name: string) =>
    `import.meta.ROLLUP_FILE_URL_${context.emitFile({ type: 'chunk', id, name, preserveSignature: 'strict' })}`;
  return {
    name: 'hocket-quoll',
    config: () => ({
      optimizeDeps: { exclude: ['@hocket/quoll'] },
      server: { headers: { ...ISOLATION } },
      preview: { headers: { ...ISOLATION } },
    }),
    configResolved(config: Config) {
      rewriting.root = config.root;
      if (config.command !== 'serve') return;
      served = config.base;
      // npm links a package that is a folder, and Vite serves files of its workspace only.
      config.server.fs.allow.push(slashed(FOLDER));
    },
    buildStart(this: Context) {
      worker =
        served === undefined
          ? chunk(this, rewriting.worker, 'quoll-worker')
          : JSON.stringify(`${served}@fs/${slashed(rewriting.worker).replace(/^\//, '')}`);
    },
    async resolveId(this: Context, source: string, importer?: string): Promise<Resolved> {
      const found = OWN[source];
      // The bundler names files in its own way, on Windows Vite otherwise than Rollup.
      if (found !== undefined) return (await this.resolve(found, importer ?? found)) ?? found;
      if (served === undefined && source.startsWith(CODE)) return source.slice(1) + END;
      if (source.startsWith(OURS)) return source;
      // What a function of a code module imports is relative to its own module.
      const coded = importer && moduleOf(importer);
      return coded ? this.resolve(source, coded) : undefined;
    },
    async load(this: Context, id: string): Promise<string | CodeModule | undefined> {
      if (id === START) return rewriting.start(worker);
      if (id.startsWith(PACKAGE)) return rewriting.packageOf(id);
      const coded = moduleOf(id);
      if (coded === undefined) return undefined;
      // The module itself comes from the bundler's cache.
      if (rewriting.codeOf(coded) === undefined && served === undefined) await this.load({ id: coded });
      return rewriting.codeOf(coded);
    },
    async transform(this: Context, source: string, id: string, about?: { ssr?: boolean }) {
      if (about?.ssr || moduleOf(id) !== undefined || !rewriting.isWanted(id)) return undefined;
      const file = pathOf(id);
      const at = (name: string) =>
        served === undefined
          ? chunk(this, name, `quoll-${nameOf(file)}-${rewriting.hashOf(id)}`)
          : `new URL(${JSON.stringify(`${served}@id/${name.replace('\0', '__x00__')}`)}, location.href).href`;
      const resolve = async (specifier: string) => {
        const found = await this.resolve(specifier, id);
        return found && !found.external ? found.id : undefined;
      };
      const { mappings } = this.getCombinedSourcemap();
      const { code, map, refusals } = await rewriting.rewrite(source, id, {
        ...{ at, resolve, mappings, isVersioned: served !== undefined },
        // Vite puts code that needs the document around imports whose text names a module.
        packageAt:
          served === undefined
            ? name => chunk(this, name, `quoll-package-${name.slice(PACKAGE.length)}`)
            : undefined,
      });
      if (refusals.length > 0) {
        const inSource = refusals.map(refusal => original(refusal, mappings));
        const message = inSource.map(refusal => lineOf(file, refusal)).join('\n');
        this.error({ message, id: file, loc: { line: inSource[0]!.line, column: inSource[0]!.column - 1 } });
      }
      return { code, map };
    },
  };
}
