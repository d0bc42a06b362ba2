/**
 * Joins what Node loads at each start of a program and of a worker: some 150 modules, whose loading takes half of the start. Each entry
 * becomes one file in its own place. The modules of the API become one file, too; what imports one of them imports that file, because
 * there must be one copy of them.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const ENTRIES = [
  ...['cli/main.js', 'load/register.js', 'load/thread.js', 'node/worker.js'],
  ...['transform/index.js', 'transform/uses.js'],
];
/** Where the modules of the API are joined. They find the folder of this package's code above their own. */
const API = 'compat/api.js';
const OPTIONS = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'warning' };

export async function bundle(root) {
  const src = join(root, 'dist/src');
  const inputs = await inputsOf(join(src, 'index.js'), root);
  await joinApi(src, inputs);
  // For tests that replace a part of it; no part of the package.
  copyFileSync(join(src, 'load/register.js'), join(src, 'load/register.parts.js'));
  // Nothing is written before all are read, because an entry may be a part of another one.
  const built = await Promise.all(ENTRIES.map(entry => joined(src, entry)));
  for (const { outputFiles } of built) for (const { path, text } of outputFiles) write(path, text);
  writeFileSync(join(src, 'transform/version'), versionOf(root));
}

/** Writes a file that has no map: the compiler's would be wrong, and one of all modules would be read at each start. */
function write(path, text) {
  writeFileSync(path, text);
  rmSync(`${path}.map`, { force: true });
}

async function inputsOf(entry, root) {
  const { metafile } = await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: [entry],
    metafile: true,
    write: false,
    outdir: root,
  });
  return Object.keys(metafile.inputs).map(file => join(root, file));
}

/** Writes one file that exports what the modules export, by names with the module's number, and replaces each module by its exports. */
async function joinApi(src, modules) {
  const names = await Promise.all(modules.map(file => exportsOf(src, file)));
  const exported = (i, isOutside) =>
    names[i].map(name => (isOutside ? `${name}$${i} as ${name}` : `${name} as ${name}$${i}`)).join(', ');
  const list = (i, from, isOutside) => `export { ${exported(i, isOutside)} } from ${JSON.stringify(from)};\n`;
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents: modules.map((file, i) => list(i, file, false)).join(''), resolveDir: src },
    outfile: join(src, API),
    write: false,
  });
  modules.forEach((file, i) => {
    const path = relative(dirname(file), join(src, API));
    write(file, list(i, path.startsWith('.') ? path : `./${path}`, true));
  });
  write(join(src, API), outputFiles[0].text);
}

async function exportsOf(src, file) {
  const { metafile } = await build({
    ...OPTIONS,
    ...{ absWorkingDir: src, entryPoints: [file], metafile: true, write: false, outdir: src },
  });
  return Object.values(metafile.outputs)[0].exports;
}

/** Joins an entry; the modules of the API, and the run time that the command imports later, stay files of their own. */
function joined(src, name) {
  const entry = join(src, name);
  const apart = new Set(
    [API, ...(name === 'cli/main.js' ? ['load/register.js'] : [])].map(file => join(src, file)),
  );
  const plugin = {
    name: 'apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path);
        if (kind === 'entry-point' || !apart.has(file)) return undefined;
        const found = relative(dirname(entry), file);
        return { path: found.startsWith('.') ? found : `./${found}`, external: true };
      });
    },
  };
  return build({
    ...OPTIONS,
    entryPoints: [entry],
    outfile: entry,
    plugins: [plugin],
    write: false,
    allowOverwrite: true,
  });
}

/** Changes with the transform, and with the versions of the parser and other dependencies, which the package names. */
function versionOf(root) {
  const transform = join(root, 'dist/src/transform');
  const hash = createHash('sha256');
  for (const file of readdirSync(transform).sort())
    if (file.endsWith('.js')) hash.update(readFileSync(join(transform, file)));
  hash.update(readFileSync(join(root, 'package.json')));
  return hash.digest('hex').slice(0, 12);
}
