/** The bundlers' plugin without a bundler: which modules it rewrites, what it writes for workers, what it refuses. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import type { ModuleRecord } from '../../src/contract/contract.js';
import { CODE, codedBy, Rewriting } from '../../src/plugin/rewriting.js';
import quollForEsbuild from '../../src/plugin/esbuild.js';
import quoll from '../../src/plugin/rollup.js';

const FILES: Readonly<Record<string, string>> = {
  './b': '/page/b.ts',
  './style.css': '/page/style.css',
  lodash: '/page/node_modules/lodash/lodash.js',
};

function rewrite(source: string, options = {}) {
  const rewriting = new Rewriting(options, '/page');
  const at = (name: string) => `at(${JSON.stringify(name)})`;
  const resolve = (specifier: string) => Promise.resolve(FILES[specifier]);
  const done = rewriting.rewrite(source, '/page/src/a.js?t=1', { at, resolve });
  return done.then(result => ({ ...result, module: rewriting.codeOf('/page/src/a.js?t=1')! }));
}

test('modules of the page are rewritten; packages, other files and excluded ones are not', () => {
  const rewriting = new Rewriting({ exclude: [/vendor/g] }, '/page');
  const ids = [
    '/page/a.js',
    '/page/b.tsx?v=1',
    '/page/style.css',
    '/page/vendor/a.js',
    '/page/vendor/b.js',
    '\0virtual.js',
  ];
  ids.push('/page/node_modules/none/index.js');
  assert.deepEqual(
    ids.filter(id => rewriting.isWanted(id)),
    ['/page/a.js', '/page/b.tsx?v=1'],
  );
});

test('the code module has a maker for each function, and imports only the packages that functions use', async () => {
  const source = `import { map, filter } from 'lodash';
import { limit } from './b';
import './style.css';
const o = { n: 1 };
filter([]);
o.on('a', x => map(x, y => y + limit));
`;
  const { code, module } = await rewrite(source);
  assert.match(
    code,
    /^import "\\u0000quoll:start"; import \* as \$code from "\\u0000quoll:code:\/page\/src\/a\.js\?t=1";/,
  );
  assert.ok(code.includes(`at: at(${JSON.stringify(`${CODE}/page/src/a.js?t=1`)})`));
  const { record, makers, imports } = evaluated(module.code);
  assert.equal(record.url, 'file:///src/a.js?t=1');
  assert.equal(record.functions[0]!.imports[0]!.specifier, 'file:///b.ts');
  assert.equal(makers.length, record.functions.length);
  assert.deepEqual(Object.keys(imports), ['lodash']);
  assert.match(module.code, /import\("\/page\/node_modules\/lodash\/lodash\.js"\)/);
  const inner = record.functions.findIndex(
    ({ captures, foreign }) => captures.join() === 'limit' && foreign.length === 0,
  );
  (globalThis as { $quoll?: unknown }).$quoll ??= { probing: false, live: () => undefined };
  const [f, set] = (
    makers[inner]!({}) as (limit: number) => [(y: number) => number, (captures: unknown[]) => void]
  )(3);
  assert.equal(f(4), 7);
  set([5]);
  assert.equal(f(4), 9);
});

/** The values that a code module exports; its imports are not called. */
function evaluated(text: string) {
  const body = text.replaceAll('export const', 'const').replaceAll('import(', 'void (');
  return new Function(`${body}; return { record, makers, imports };`)() as {
    record: ModuleRecord;
    makers: ((...args: unknown[]) => unknown)[];
    imports: object;
  };
}

test("the source map of a code module leads to the functions' own lines", async () => {
  const source = `const o = {};
o.on('a', n => {
  const first = 1;
  return first + findMe(n);
});
function findMe(n) {
  return n;
}
`;
  const { module } = await rewrite(source);
  const lines = module.code.split('\n');
  const { mappings, sources } = JSON.parse(module.map) as { mappings: string; sources: string[] };
  assert.deepEqual(sources, ['/page/src/a.js']);
  const decoded = decode(mappings);
  const at = lines.findIndex(line => line.includes('return first + findMe'));
  const column = lines[at]!.indexOf('return');
  const segment = decoded[at]!.findLast(each => each[0] <= column)!;
  assert.equal(segment[2], 3);
  const own = lines.findIndex(line => line.startsWith('function ($module)') && line.includes('["findMe"]'));
  const start = decoded[own]!.find(each => each.length > 1)!;
  assert.equal(start[2], 5);
});

test('the plugin refuses a handler that touches the document, with file, line and a way out', async () => {
  const plugin = quoll();
  const errors: { message: string; loc: { line: number; column: number } }[] = [];
  const context = {
    emitFile: () => 'ref',
    resolve: () => Promise.resolve(null),
    load: () => Promise.resolve(null),
    getCombinedSourcemap: () => ({ mappings: '' }),
    error(error: (typeof errors)[number]): never {
      errors.push(error);
      throw new Error(error.message);
    },
  };
  plugin.configResolved({ root: '/page', base: '/', command: 'build', server: { fs: { allow: [] } } });
  const source = "const o = {};\no.on('a', () => {\n  document.title = 'a';\n});\n";
  await assert.rejects(
    plugin.transform.call(context, source, '/page/a.js'),
    /^Error: \/page\/a\.js:3:3: this function cannot run in parallel: it uses 'document', which only the page's own thread has\. Pass \{ realm: 'main' \} to on, or change it$/,
  );
  assert.deepEqual(errors[0]!.loc, { line: 3, column: 2 });
});

test('a handler may use what each worker has as the page does', async () => {
  const uses =
    'crypto.randomUUID(), new AbortController().signal, AbortSignal.abort(), new EventTarget(), new CustomEvent("x"), new Event("x"), new DOMException("x")';
  const { refusals, module } = await rewrite(`const o = {}; o.on('a', () => { o.n = [${uses}].length; });`);
  assert.deepEqual(refusals, []);
  assert.equal(evaluated(module.code).record.functions[0]!.refusal, undefined);
});

test('two modules of one file have code modules of their own', async () => {
  const rewriting = new Rewriting({}, '/page');
  const surroundings = { at: () => "''", resolve: () => Promise.resolve(undefined) };
  for (const isVersioned of [false, true]) {
    const codes = new Set<string>();
    for (const id of ['/page/a.js', '/page/a.js?raw']) {
      const source = `export const f = () => '${id}';`;
      const { code } = await rewriting.rewrite(source, id, { ...surroundings, isVersioned });
      const name = JSON.parse(/\$code from (".*?");/.exec(code)![1]!) as string;
      codes.add(name);
      assert.equal(codedBy(name), id);
      assert.ok(rewriting.codeOf(id)!.code.includes(`'${id}'`));
    }
    assert.equal(codes.size, 2);
  }
});

test("an import in a code module is relative to the module that it comes from, in Rollup's and Vite's builds", async () => {
  const asked: string[][] = [];
  const context = {
    resolve(...names: string[]) {
      asked.push(names);
      return Promise.resolve({ id: '/page/src/late.js' });
    },
  };
  const { resolveId } = quoll();
  const importer = `${CODE}/page/src/a.js?v=0123456789abcdef`;
  assert.deepEqual(await resolveId.call(context as never, './late.js', importer), {
    id: '/page/src/late.js',
  });
  assert.deepEqual(asked, [['./late.js', '/page/src/a.js']]);
  assert.equal(await resolveId.call(context as never, './late.js', '/page/src/a.js'), undefined);
});

test('a module that another plugin has compiled keeps the lines of its source', async () => {
  const rewriting = new Rewriting({}, '/page');
  // Each line of the text comes from the line that is ten further down.
  const mappings = encode([0, 1, 2].map(line => [[0, 0, line + 10, 0]]));
  const surroundings = { at: () => "''", resolve: () => Promise.resolve(undefined), mappings };
  await rewriting.rewrite('const o = {};\no.f = n => {\n  return n; };\n', '/page/a.ts', surroundings);
  const { code, map } = rewriting.codeOf('/page/a.ts')!;
  const lines = code.split('\n');
  const decoded = decode((JSON.parse(map) as { mappings: string }).mappings);
  const at = lines.findIndex(line => line.includes('return n'));
  assert.equal(decoded[at]!.find(each => each.length > 1)![2], 12);
});

test("names of Windows, with either slash, mean the page's modules, packages and this package as elsewhere", async () => {
  for (const slash of ['\\', '/']) {
    const named = (path: string) => `C:/page/${path}`.replaceAll('/', slash);
    const rewriting = new Rewriting({ exclude: [/\/vendor\//] }, named('site'));
    const ids = ['site/a.js', 'site/vendor/b.js', 'node_modules/none/index.js', 'site/b.ts?v=1'].map(named);
    assert.deepEqual(
      ids.filter(id => rewriting.isWanted(id)),
      [ids[0], ids[3]],
    );
    const files: Record<string, string> = {
      './b': named('site/b.js'),
      '../c': named('c.js'),
      d: `D:${slash}d.js`,
    };
    const source =
      "import { b } from './b'; import { c } from '../c'; import { d } from 'd'; const o = {}; o.on('e', () => b + c + d);";
    const { code } = await rewriting.rewrite(source, ids[0]!, {
      at: () => "''",
      resolve: specifier => Promise.resolve(files[specifier]),
    });
    assert.match(code, /\$quoll\.module\("file:\/\/\/a\.js"/);
    const { record } = evaluated(rewriting.codeOf(ids[0]!)!.code);
    assert.deepEqual(
      record.functions[0]!.imports.map(({ specifier }) => specifier),
      ['file:///b.js', 'file:///_/c.js', 'file:///D/d.js'],
    );
  }
  const server = { root: 'C:/page', base: '/', command: 'serve', server: { fs: { allow: [] } } };
  const { transform, configResolved } = quoll();
  configResolved(server);
  const context = {
    resolve: () => Promise.resolve(null),
    getCombinedSourcemap: () => ({ mappings: '' }),
  };
  const source = "const o = {}; o.on('e', () => 1);";
  const done = await transform.call(context as never, source, 'C:/page/a.js');
  assert.match(done!.code, /"\/@id\/__x00__quoll:code:C:\/page\/a\.js\?v=/);
});

test('options with which no page could run are refused when it is built', () => {
  for (const options of [
    ...[{ workers: 0 }, { workers: 1.5 }, { workers: 1000 }],
    ...[{ heap: 0 }, { heap: NaN }, { heap: 1e9 }],
  ])
    assert.throws(() => new Rewriting(options), /^Error: quoll's option (workers|heap) is /);
  const wrong = { heep: 16 } as never;
  assert.throws(
    () => new Rewriting(wrong),
    /quoll has no option heep: its options are workers, heap, trace, exclude/,
  );
  const initialOptions = { format: 'esm', outdir: '/out', write: false };
  assert.throws(() => quollForEsbuild().setup({ initialOptions } as never), /leave out write: false/);
});

test("esbuild's second build has the names that the page knows, and the first one's options for other languages", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoll-esbuild-'));
  try {
    const file = join(folder, 'a.tsx');
    writeFileSync(file, 'export const f = () => 1;');
    const builds: Record<string, unknown>[] = [];
    const loads: ((args: { path: string }) => Promise<{ contents: string }>)[] = [];
    let end: ((result: { errors: [] }) => Promise<void>) | undefined;
    const compiled = [
      { path: 'a.js.map', text: '{"mappings":""}' },
      { path: 'a.js', text: 'export const f = () => 1;' },
    ];
    const seen: string[] = [];
    const other = {
      name: 'other',
      setup(build: { onStart(f: () => void): void; onEnd(f: () => Promise<void>): void; onResolve(): void }) {
        build.onStart(() => void seen.push('start'));
        build.onEnd(() => Promise.resolve(void seen.push('end')));
        build.onResolve();
      },
    };
    quollForEsbuild().setup({
      initialOptions: {
        ...{ format: 'esm', outdir: folder, entryNames: '[name]-[hash]', outExtension: { '.js': '.mjs' } },
        plugins: [quollForEsbuild(), other as never],
        ...{ jsxFactory: 'h', jsxImportSource: 'preact', tsconfig: 'other.json' },
      },
      esbuild: { build: options => Promise.resolve((builds.push(options), { outputFiles: compiled })) },
      onStart: () => undefined,
      onEnd: f => void (end = f),
      onResolve: () => undefined,
      onLoad: (_, f) => void loads.push(f as never),
      resolve: () => Promise.reject(new Error('nothing to resolve')),
    });
    assert.match((await loads[1]!({ path: file })).contents, /\$quoll/);
    await end!({ errors: [] });
    const [language, second] = builds;
    assert.equal(language!['jsxFactory'], 'h');
    assert.equal(language!['jsxImportSource'], 'preact');
    assert.equal(language!['tsconfig'], 'other.json');
    assert.equal(language!['entryNames'], undefined);
    assert.equal(second!['entryNames'], '[dir]/[name]');
    assert.deepEqual(second!['outExtension'], { '.js': '.js' });
    const plugins = second!['plugins'] as (typeof other)[];
    assert.deepEqual(
      plugins.map(({ name }) => name),
      ['hocket-quoll-code', 'other'],
    );
    const never = () => assert.fail('an event of the second build');
    plugins[1]!.setup({ onStart: never, onEnd: never, onResolve: () => void seen.push('resolve') });
    assert.deepEqual(seen, ['resolve']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a JSON file of a page is loaded once, and its values travel', async () => {
  const rewriting = new Rewriting({}, '/page');
  const source = "import data from './data.json'; const o = {}; o.on('e', () => data.a);";
  for (const [file, captures] of [['/page/data.json', ['data']]] as const) {
    await rewriting.rewrite(source, '/page/a.js', { at: () => "''", resolve: () => Promise.resolve(file) });
    const { code } = rewriting.codeOf('/page/a.js')!;
    const record = JSON.parse(/^export const record = (.*);$/m.exec(code)![1]!) as {
      functions: { captures: string[] }[];
    };
    assert.deepEqual(record.functions[0]!.captures, captures);
  }
});
