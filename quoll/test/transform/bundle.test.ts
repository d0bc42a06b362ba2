/** The transform for bundles: what bundlers must find in the text stays, and a handler that needs the page's own thread is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OF_PAGES } from '../../src/plugin/globals.js';
import { transform } from '../../src/transform/index.js';

const bundle = { imports: "import 'start';", tools: '{ code: $code }', globals: OF_PAGES };

function rewritten(source: string) {
  return transform(source, {
    ...{ url: 'file:///a.js', hash: 'h', format: 'module' as const, bundle },
    isForeign: () => true,
  });
}

test('a handler that touches the document is refused with its line, and one that is pinned is not', () => {
  const { refusals } = rewritten(`
const o = {};
o.on('a', () => {
  document.title = 'a';
});
o.on('b', () => { document.title = 'b'; }, { realm: 'main' });
o.on('c', x => [...x].map(y => window.open(y)));
`);
  assert.deepEqual(
    refusals.map(({ line, column, message }) => [line, column, message]),
    [
      [
        4,
        3,
        "this function cannot run in parallel: it uses 'document', which only the page's own thread has. Pass { realm: 'main' } to on, or change it",
      ],
      [
        7,
        32,
        "this function cannot run in parallel: it uses 'window', which only the page's own thread has. Pass { realm: 'main' } to on, or change it",
      ],
    ],
  );
});

test('a global variable that is not known is refused, one that pages and workers have in common is not', () => {
  const { refusals } = rewritten(`
const o = {};
o.on('a', () => jQuery('p'));
o.on('b', () => globalThis.x);
o.on('c', () => [performance.now(), new URL('http://a'), Math.PI, structuredClone({}), undefined, console.log(1)]);
`);
  assert.deepEqual(
    refusals.map(({ line }) => line),
    [3, 4],
  );
});

test('imports and import.meta stay as they are, and process is left to the bundler', () => {
  const { code } = rewritten(`
const o = {};
o.on('a', async () => (await import('./b.js')).f(import.meta.env.MODE, process.env.NODE_ENV), { realm: 'main' });
`);
  assert.match(code, /\(\$quoll\.needsMain\("import\(\)"\), import\('\.\/b\.js'\)\)/);
  assert.match(code, /import\.meta\.env\.MODE/);
  assert.match(code, /[^.]process\.env\.NODE_ENV/);
  assert.match(
    code,
    /^import 'start'; const \$module = \$quoll\.module\("file:\/\/\/a\.js", 'h', \{ code: \$code \}\);/,
  );
});

test('a named handler, and one whose function calls one that touches the document, is refused where that is', () => {
  const { refusals } = rewritten(`
const o = {};
const draw = () => {
  document.title = 'a';
};
function show() { draw(); show(); }
o.on('a', show);
o.on('b', () => show());
o.on('c', draw, { realm: 'main' });
o.on('d', () => harmless());
function harmless() { return o; }
`);
  assert.deepEqual(
    refusals.map(({ line, column }) => [line, column]),
    [
      [4, 3],
      [4, 3],
    ],
  );
});

test('a function that crosses is refused if it takes import.meta, but for what bundlers replace', () => {
  const { refusals } = rewritten(`
const o = {};
const here = new URL('./data.bin', import.meta.url).href;
o.on('a', () => new URL('./data.bin', import.meta.url));
o.on('b', () => [import.meta.env.MODE, here]);
o.on('c', () => import.meta.url, { realm: 'main' });
const find = () => import.meta.url;
o.on('d', () => find());
o.on('e', () => import.meta.glob('./*.js'));
`);
  assert.deepEqual(
    refusals.map(({ line, column }) => [line, column]),
    [
      [4, 39],
      [7, 20],
      [9, 17],
    ],
  );
  assert.match(
    refusals[0]!.message,
    /it uses 'import\.meta', which is that of another file in a worker: put the value/,
  );
});
