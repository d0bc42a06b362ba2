/**
 * Joins what Node loads at each start of a program and of a worker: some 150 modules, whose loading takes half of the start. Each entry
 * becomes one file in its own place. The modules of the API stay files, because programs import them too, and there must be one copy of
 * them.
 */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const ENTRIES = ['load/register.js', 'node/worker.js', 'transform/index.js', 'transform/uses.js'];
const OPTIONS = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'warning' };

export async function bundle(root) {
  const src = join(root, 'dist/src');
  const api = await inputsOf(join(src, 'index.js'), root);
  // For tests that replace a part of it; no part of the package.
  copyFileSync(join(src, 'load/register.js'), join(src, 'load/register.parts.js'));
  // Nothing is written before all are read, because an entry may be a part of another one.
  const built = await Promise.all(ENTRIES.map(entry => joined(join(src, entry), api)));
  for (const { outputFiles } of built)
    for (const { path, contents } of outputFiles) {
      writeFileSync(path, contents);
      // The compiler's map of the entry. The frames of this package are omitted from stacks, and a map of all would be read at each start.
      rmSync(`${path}.map`, { force: true });
    }
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
  return new Set(Object.keys(metafile.inputs).map(file => join(root, file)));
}

function joined(entry, api) {
  const apart = {
    name: 'apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path);
        if (kind === 'entry-point' || !api.has(file)) return undefined;
        return { path: relative(dirname(entry), file), external: true };
      });
    },
  };
  return build({
    ...OPTIONS,
    entryPoints: [entry],
    outfile: entry,
    plugins: [apart],
    write: false,
    allowOverwrite: true,
  });
}
