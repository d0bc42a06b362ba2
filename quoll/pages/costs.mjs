/**
 * Measures in a headless Chromium what `bench/main.mjs` measures with Node: `node costs.mjs [--quick]` builds the same programs into pages, runs all in
 * turn in every round, checks that their results agree, and prints tables in Markdown. Peers are the page's own thread, and a worker by hand and with
 * comlink.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import quoll from '../dist/src/plugin/esbuild.js';
import { Browser } from './browser.mjs';
import { folderOf, packageOf, source } from './build.mjs';
import { ISOLATION, serve } from './server.mjs';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 1 : 5;
const EVENTS = { batched: isQuick ? 100 : 20_000, single: isQuick ? 10 : 2000 };
const program = name => fileURLToPath(new URL(`../bench/programs/${name}.mjs`, import.meta.url));
const folder = folderOf('costs');

/** Builds a program of the benchmarks into a page, with what it gets on the command line of Node. */
async function pageOf(name, file, workers, ...args) {
  const outdir = `${folder}${name}/`;
  await build({
    ...{ entryPoints: [{ in: file, out: 'main' }], outdir, bundle: true, minify: true, format: 'esm' },
    define: {
      'process.argv': JSON.stringify(['', '', ...args]),
      'process.env.QUICK': isQuick ? '"1"' : 'undefined',
      'process.env.WARM_UP_MS': 'undefined',
    },
    ...(workers && { plugins: [quoll({ workers })] }),
    logLevel: 'error',
  });
  writeFileSync(`${outdir}index.html`, '<!doctype html><script type="module" src="main.js"></script>');
  return `${name}/index.html`;
}

/** The peers that call a worker, which need no build. */
function peerOf(name, task) {
  const outdir = `${folder}${name}-${task}/`;
  mkdirSync(outdir, { recursive: true });
  for (const file of [`one-${name}.js`, `costs-${name}.js`]) cpSync(source + file, outdir + file);
  cpSync(packageOf('comlink/dist/esm/comlink.mjs'), `${outdir}comlink.js`);
  cpSync(program('kernels'), `${outdir}kernels.js`);
  const settings = { task, count: EVENTS[task], QUICK: isQuick ? '1' : undefined };
  writeFileSync(
    `${outdir}index.html`,
    `<!doctype html><script>var process = { env: ${JSON.stringify(settings)} };</script>
<script type="module" src="costs-${name}.js"></script>`,
  );
  return `${name}-${task}/index.html`;
}

const browser = await Browser.start();
const server = await serve(folder, ISOLATION);

async function run(path) {
  const page = await browser.open(server.url + path);
  const line = await page.printed('{"ms":', 'exception ', 'log ');
  await page.close();
  if (!line.startsWith('{')) throw new Error(`${path}: ${line}`);
  return JSON.parse(line);
}

const number = value => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));
const middle = all => [...all].sort((a, b) => a - b)[all.length >> 1];

function table(title, head, rows) {
  console.log(`\n### ${title}\n\n| ${head.join(' | ')} |\n| --- |${' ---: |'.repeat(head.length - 1)}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

/** `count`: how many of the unit one run has. */
async function race(title, unit, count, pages) {
  const times = new Map(Object.keys(pages).map(name => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const results = new Set();
    for (const [name, path] of Object.entries(pages)) {
      const { ms, result } = await run(path);
      times.get(name).push(ms / count);
      results.add(result);
    }
    if (results.size > 1) throw new Error(`${title}: the results differ: ${[...results].join(', ')}`);
  }
  const [[, first]] = times;
  const rows = [...times].map(([name, all]) => {
    const ratios = all.map((time, i) => first[i] / time);
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map(number);
    return [name, number(middle(all)), all === first ? '' : `${number(middle(ratios))}× (${low} – ${high})`];
  });
  table(title, ['', unit, 'time of quoll / time of this'], rows);
}

try {
  const { product } = await browser.send('Browser.getVersion');
  console.log(
    `${product}, ${availableParallelism()} processors, ${ROUNDS} rounds: medians (least – greatest).`,
  );
  const quollOf = (task, ...args) =>
    pageOf(`quoll-${[task, ...args].join('-')}`, program('quoll'), 2, task, ...args);
  const plainOf = (task, ...args) =>
    pageOf(`plain-${[task, ...args].join('-')}`, program('plain'), 0, task, ...args);
  for (const [task, title] of Object.entries({
    primes: 'Primes to 10⁶',
    mandelbrot: 'Mandelbrot set, 1024²',
  }))
    await race(`${title}, 2 workers`, 'ms', 1, {
      quoll: await quollOf(task),
      "the page's thread": await plainOf(task),
    });
  for (const size of ['4096', '262144'])
    await race(`Word count, 4 MB, chunks of ${size} bytes, 2 workers`, 'ms', 1, {
      'quoll, eventual': await quollOf('words-eventual', size),
      "the page's thread": await plainOf('words', size),
    });
  for (const [task, title] of Object.entries({ batched: 'at once', single: 'one after the other' }))
    await race(`An event, or a call, that does nothing: ${title}`, 'µs each', EVENTS[task] / 1000, {
      quoll: await quollOf(task, String(EVENTS[task])),
      'a worker and messages by hand': peerOf('by-hand', task),
      comlink: peerOf('comlink', task),
    });
  const { result } = await run(await pageOf('accesses', program('accesses'), 1));
  table(
    'An access inside of one handler, after the first one',
    ['', 'ns', 'times a plain object'],
    result.map(({ name, ns, times }) => [`\`${name}\``, number(ns), `${number(times)}×`]),
  );
} finally {
  server.close();
  await browser.close();
}
