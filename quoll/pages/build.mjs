/** Builds the page of the tests with each bundler; returns the folder that a server serves. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import quollForEsbuild from '../dist/src/plugin/esbuild.js';
import quoll from '../dist/src/plugin/rollup.js';

export const source = fileURLToPath(new URL('page/', import.meta.url));
const words = `${source}words/index.js`;
export const options = { workers: 2, exclude: [/\/words\//] };
/** Stands for a package, which a page would have in node_modules. */
const packages = { name: 'packages', resolveId: name => (name === 'words' ? words : undefined) };
const pages = ['index', 'deaths', 'frozen', 'host', 'start', 'start-later'];
const entries = ['main', 'deaths', 'frozen', 'host', 'start', 'start-later'].map(
  name => `${source}${name}.js`,
);

export function folderOf(name) {
  const folder = fileURLToPath(new URL(`out/${name}/`, import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  return folder;
}

function copyPages(folder) {
  for (const page of pages) cpSync(`${source}${page}.html`, `${folder}${page}.html`);
}

/** Adds to a built page those with which its start is compared, which need no build. */
export function addPeers(folder) {
  for (const name of ['by-hand', 'comlink'])
    for (const file of [`start-${name}.html`, `start-${name}.js`, `one-${name}.js`])
      cpSync(source + file, folder + file);
  cpSync(packageOf('comlink/dist/esm/comlink.mjs'), `${folder}comlink.js`);
}

export const packageOf = name => fileURLToPath(new URL(`node_modules/${name}`, import.meta.url));

/** The folder of the page as Rollup builds it, once. */
let builtWithRollup;
export const withRollup = () => (builtWithRollup ??= buildWithRollup());

async function buildWithRollup() {
  const { rollup } = await import('rollup');
  const dir = folderOf('rollup');
  const bundle = await rollup({ input: entries, plugins: [packages, quoll(options)] });
  await bundle.write({
    dir,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
  });
  await bundle.close();
  copyPages(dir);
  return dir;
}

export async function withEsbuild() {
  const { build } = await import('esbuild');
  const outdir = folderOf('esbuild');
  await build({
    ...{ entryPoints: entries, outdir, bundle: true, minify: true, format: 'esm', alias: { words } },
    plugins: [quollForEsbuild(options)],
    logLevel: 'silent',
  });
  copyPages(outdir);
  return outdir;
}

/** A page that keeps a trace. */
export async function tracedWithEsbuild() {
  const { build } = await import('esbuild');
  const outdir = folderOf('traced');
  await build({
    ...{ entryPoints: [`${source}traced.js`], outdir, bundle: true, format: 'esm', logLevel: 'silent' },
    plugins: [quollForEsbuild({ ...options, trace: true })],
  });
  cpSync(`${source}traced.html`, `${outdir}traced.html`);
  return outdir;
}

const forVite = { configFile: false, root: source, logLevel: 'warn', plugins: [packages, quoll(options)] };

export async function withVite() {
  const { build } = await import('vite');
  const outDir = folderOf('vite');
  const input = pages.map(page => `${source}${page}.html`);
  await build({
    ...forVite,
    build: { outDir, emptyOutDir: true, target: 'esnext', rolldownOptions: { input } },
  });
  return outDir;
}

/** Vite's development server: serves the page without a bundle. */
export async function servedByVite() {
  const { createServer } = await import('vite');
  const server = await createServer({
    ...forVite,
    cacheDir: folderOf('vite-cache'),
    server: { host: '127.0.0.1', port: 0 },
  });
  await server.listen();
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

/** Vite's development server for files with these texts; `write` replaces one of them. */
export async function developedWithVite(files) {
  const { createServer } = await import('vite');
  const folder = folderOf('development');
  const write = (name, text) => writeFileSync(folder + name, text);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) write(name, text);
  const server = await createServer({
    ...{ configFile: false, root: folder, logLevel: 'warn', plugins: [quoll({ workers: 2 })] },
    cacheDir: folderOf('vite-cache'),
    server: { host: '127.0.0.1', port: 0, watch: { usePolling: true, interval: 50 } },
  });
  await server.listen();
  return { url: server.resolvedUrls.local[0], write, close: () => server.close() };
}

/** An example of a page, with this package from here. */
export async function exampleWithVite(name, trace = false) {
  const { build } = await import('vite');
  const root = fileURLToPath(new URL(`../../examples/quoll/${name}/`, import.meta.url));
  const outDir = folderOf(name);
  const plugins = [quoll({ trace })];
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    resolve: { alias: { react: packageOf('react'), 'react-dom': packageOf('react-dom') } },
    build: { outDir, emptyOutDir: true, target: 'esnext' },
  });
  return outDir;
}

/** Writes the files that the guide's page tells the reader to write; `changed` changes a text. The packages are links, as npm makes them for a folder. */
function writeGuide(folder, changed = text => text) {
  const guide = readFileSync(new URL('../../docs/guide/quoll-page.md', import.meta.url), 'utf8');
  mkdirSync(`${folder}node_modules/@hocket`, { recursive: true });
  for (const [, name, text] of guide.matchAll(/^`([\w.]+)`:\n\n```\w+\n(.*?)^```$/gms))
    writeFileSync(folder + name, changed(text));
  writeFileSync(`${folder}package.json`, '{ "type": "module" }\n');
  symlinkSync(fileURLToPath(new URL('../', import.meta.url)), `${folder}node_modules/@hocket/quoll`);
  symlinkSync(packageOf('vite'), `${folder}node_modules/vite`);
}

/** The guide's page, built by the command that it names. */
export function guideWithVite(changed) {
  const folder = folderOf('guide');
  writeGuide(folder, changed);
  const vite = `${folder}node_modules/vite/bin/vite.js`;
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { folder: `${folder}dist/`, status, stderr };
}

/** The guide's page in Vite's development server, with the guide's configuration, outside of this clone. */
export async function guideServedByVite() {
  const { createServer } = await import('vite');
  const root = mkdtempSync(join(tmpdir(), 'quoll-guide-'));
  writeGuide(`${root}/`);
  const server = await createServer({ root, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
  await server.listen();
  const close = async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { url: server.resolvedUrls.local[0], close };
}
