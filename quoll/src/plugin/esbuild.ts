/** `@hocket/quoll/esbuild`: the plugin for esbuild. The output is modules (`format: 'esm'`) in a folder (`outdir`). */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Refusal } from '../contract/contract.js';
import { pathOf } from './paths.js';
import { OWN, CODE, original, type QuollOptions, Rewriting, START } from './rewriting.js';

export type { QuollOptions } from './rewriting.js';

/** The part of esbuild's interface that the plugin uses. */
interface Build {
  readonly initialOptions: BuildOptions;
  readonly esbuild: {
    build(options: BuildOptions): Promise<{ outputFiles?: { path: string; text: string }[] }>;
  };
  onStart(f: () => void): void;
  onEnd(f: (result: { errors: readonly unknown[] }) => Promise<void>): void;
  onResolve(
    options: { filter: RegExp },
    f: (args: { path: string }) => { path: string; namespace?: string },
  ): void;
  onLoad(
    options: { filter: RegExp; namespace?: string },
    f: (args: { path: string }) => Promise<Loaded | undefined>,
  ): void;
  resolve(
    path: string,
    options: { importer: string; resolveDir: string; kind: 'import-statement' },
  ): Promise<{ path: string; external: boolean; namespace: string; errors: readonly unknown[] }>;
}

type BuildOptions = Record<string, unknown> & {
  plugins?: readonly Plugin[];
  outdir?: string;
  format?: string;
  publicPath?: string;
};

interface Plugin {
  readonly name: string;
  setup(build: Build): unknown;
}

interface Loaded {
  contents?: string;
  loader?: 'js';
  resolveDir?: string;
  errors?: { text: string; location: { file: string; line: number; column: number } }[];
}

/** Files in other languages than JavaScript. */
const OTHERS = /\.([cm]?ts|[jt]sx)$/;
/** The options of esbuild that say how these become JavaScript. */
const COMPILING = [
  ...['absWorkingDir', 'loader', 'tsconfig', 'tsconfigRaw'],
  ...['jsx', 'jsxDev', 'jsxFactory', 'jsxFragment', 'jsxImportSource', 'jsxSideEffects'],
];
/** The folder of the second build, beside the page's own modules. */
const FOLDER = 'quoll';
const NAMESPACE = 'quoll';
const NAME = 'hocket-quoll';

/** Rewrites a page's modules, so that their handlers run in workers. */
export default function quoll(options: QuollOptions = {}) {
  return {
    name: NAME,
    setup(build: Build): void {
      const { initialOptions } = build;
      if (initialOptions.format !== 'esm' || initialOptions.outdir === undefined)
        throw new Error("quoll needs esbuild's options format: 'esm' and outdir");
      if (initialOptions['write'] === false)
        throw new Error("quoll's second build reads what the first has written: leave out write: false");
      const rewriting = new Rewriting(
        options,
        (initialOptions['absWorkingDir'] as string | undefined) ?? process.cwd(),
      );
      const files = new Set<string>();
      const others = (initialOptions.plugins ?? []).filter(({ name }) => name !== NAME).map(withoutEvents);
      const own = {
        plugins: [second(rewriting), ...others],
        outdir: `${initialOptions.outdir}/${FOLDER}`,
      };
      build.onStart(() => files.clear());
      resolveOwn(build);
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) =>
        Promise.resolve(loadOwn(rewriting, path, initialOptions)),
      );
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
        if (!rewriting.isWanted(path)) return undefined;
        files.add(path);
        return rewrite(build, rewriting, path);
      });
      build.onEnd(async ({ errors }) => {
        if (errors.length > 0) return;
        const codes = [...files].map(file => ({ in: CODE + file, out: nameOf(rewriting, file) }));
        await build.esbuild.build({
          ...{ ...initialOptions, ...own, splitting: true, write: true, metafile: false },
          // The page knows these files by name.
          ...{ entryNames: '[dir]/[name]', outExtension: { '.js': '.js' } },
          entryPoints: [{ in: rewriting.worker, out: 'worker' }, ...codes],
        });
      });
    },
  };
}

/** The second build finds the modules that the first one has written. */
function second(rewriting: Rewriting) {
  return {
    name: 'hocket-quoll-code',
    setup(build: Build): void {
      resolveOwn(build);
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) =>
        Promise.resolve(loadOwn(rewriting, path, build.initialOptions)),
      );
    },
  };
}

/** Another plugin of the page for the second build: it finds and loads files, but does not do again what it does for a whole build. */
function withoutEvents(plugin: Plugin): Plugin {
  const ignored = () => undefined;
  return {
    name: plugin.name,
    setup: build =>
      plugin.setup(Object.assign({}, build, { onStart: ignored, onEnd: ignored, onDispose: ignored })),
  };
}

function resolveOwn(build: Build): void {
  build.onResolve({ filter: /^\0quoll:/ }, ({ path }) => ({ path, namespace: NAMESPACE }));
  build.onResolve({ filter: /^@hocket\/quoll(\/browser)?$/ }, ({ path }) => ({ path: OWN[path]! }));
}

function loadOwn(rewriting: Rewriting, name: string, options: BuildOptions): Loaded {
  if (name === START)
    return {
      contents: rewriting.start(addressOf('worker', options)),
      loader: 'js',
      resolveDir: dirname(rewriting.worker),
    };
  const file = name.slice(CODE.length);
  const { code, map } = rewriting.codeOf(file)!;
  return { contents: withMap(code, map), loader: 'js', resolveDir: dirname(file) };
}

/** The text of an expression: the address of a file of the second build. */
function addressOf(name: string, { publicPath }: BuildOptions): string {
  const base =
    publicPath === undefined
      ? 'import.meta.url'
      : `new URL(${JSON.stringify(`${publicPath}/`)}, location.href)`;
  return `new URL(${JSON.stringify(`${FOLDER}/${name}.js`)}, ${base}).href`;
}

/** A name for a code module's file. */
function nameOf(rewriting: Rewriting, file: string): string {
  return `code-${rewriting.hashOf(file)}`;
}

async function rewrite(build: Build, rewriting: Rewriting, path: string): Promise<Loaded> {
  const { code: source, mappings } = await withoutTypes(build, path);
  const resolveDir = dirname(path);
  const at = () => addressOf(nameOf(rewriting, path), build.initialOptions);
  const resolve = async (specifier: string) => {
    const found = await build.resolve(specifier, { importer: path, resolveDir, kind: 'import-statement' });
    const isInBundle = found.errors.length === 0 && !found.external && found.namespace === 'file';
    return isInBundle ? pathOf(found.path) : undefined;
  };
  const { code, map, refusals } = await rewriting.rewrite(source, path, { at, resolve, mappings });
  if (refusals.length > 0)
    return { errors: refusals.map(refusal => errorAt(path, original(refusal, mappings))) };
  return { contents: withMap(code, map), loader: 'js', resolveDir };
}

function withMap(code: string, map: string): string {
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`;
}

/** A file's text as JavaScript, with the mappings of its source map if it was none. */
async function withoutTypes(
  { esbuild, initialOptions }: Build,
  path: string,
): Promise<{ code: string; mappings?: unknown }> {
  if (!OTHERS.test(path)) return { code: await readFile(path, 'utf8') };
  const options = Object.fromEntries(COMPILING.map(name => [name, initialOptions[name]]));
  // Not `transform`, which finds no tsconfig.json.
  const { outputFiles = [] } = await esbuild.build({
    ...{ ...options, entryPoints: [path], outdir: initialOptions.outdir!, bundle: false, write: false },
    ...{ sourcemap: 'external', logLevel: 'silent' },
  });
  const text = (isMap: boolean) => outputFiles.find(file => file.path.endsWith('.map') === isMap)!.text;
  return { code: text(false), mappings: (JSON.parse(text(true)) as { mappings: unknown }).mappings };
}

function errorAt(file: string, { message, line, column }: Refusal): NonNullable<Loaded['errors']>[number] {
  return { text: message, location: { file, line, column: column - 1 } };
}
