/** Tests of pages in a headless Chromium: the same program built by each bundler, with and without isolation. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Browser } from './browser.mjs';
import {
  developedWithVite,
  exampleWithVite,
  guideServedByVite,
  guideWithVite,
  servedByVite,
  source,
  tracedWithEsbuild,
  withEsbuild,
  withRollup,
  withVite,
} from './build.mjs';
import { EXPECTED, serving } from './cases.mjs';
import { breakInWorkers } from './debugging.mjs';
import { ISOLATION, POLICY } from './server.mjs';

const ALONE = "one after the other on the page's thread";

let browser;
before(async () => (browser = await Browser.start()));
after(() => browser.close());

async function linesOf(url, last = 'done') {
  const page = await browser.open(url);
  try {
    await page.printed(last);
    return page.lines.filter(line => !/\[vite\]|\/favicon\.ico/.test(line)).sort();
  } finally {
    await page.close();
  }
}

for (const [name, build] of Object.entries({ Rollup: withRollup, esbuild: withEsbuild, Vite: withVite })) {
  test(`${name}: a page computes the same in parallel, under a strict policy, and on one thread without isolation`, async () => {
    const folder = await build();
    await serving(folder, { ...ISOLATION, ...POLICY }, async url =>
      assert.deepEqual(await linesOf(url), EXPECTED),
    );
    await serving(folder, {}, async url => {
      const lines = await linesOf(url);
      assert.deepEqual(
        lines.filter(line => !line.includes(ALONE)),
        EXPECTED,
      );
      assert.equal(lines.length, EXPECTED.length + 1, 'one hint');
    });
  });
}

test('a page whose policy forbids WebAssembly computes the same on one thread, and says so once', async () => {
  const policy = { 'Content-Security-Policy': "default-src 'self'; script-src 'self'" };
  await serving(await withRollup(), { ...ISOLATION, ...policy }, async url => {
    const lines = (await linesOf(url)).filter(line => !line.startsWith('log '));
    assert.deepEqual(
      lines.filter(line => !line.includes(ALONE)),
      EXPECTED,
    );
    const hints = lines.filter(line => line.includes(ALONE));
    assert.equal(hints.length, 1, lines.join('\n'));
    assert.match(hints[0], /must allow 'wasm-unsafe-eval'/);
  });
});

test("the tests' server answers a request without a path", async () => {
  await serving('/nowhere', {}, async url => {
    for (const path of ['/', '//', '///x']) {
      const { status } = await fetch(new URL(url).origin + path);
      assert.equal(status, 404);
    }
  });
});

test("Vite's development server serves the page with the headers of isolation", async () => {
  const server = await servedByVite();
  try {
    assert.deepEqual(await linesOf(server.url), EXPECTED);
  } finally {
    await server.close();
  }
});

test("in Vite's development server a changed handler replaces the old one: with the state, or after a reload", async () => {
  const handlers = n => `import { on, never } from '@hocket/quoll';
    import { state } from './state.js';
    on(state, 'add', () => { state.total += ${n}; });
    if (import.meta.hot) {
      import.meta.hot.accept();
      import.meta.hot.dispose(() => never(state, 'add'));
    }`;
  const main = n => `import { emit, finish } from '@hocket/quoll';
    import { state } from './state.js';
    import './handlers.js';
    globalThis.add = () => { finish(() => emit(state, 'add')).ondone(() => console.log('total', state.total, 'of main ${n}')); };
    console.log('loaded ${n}');`;
  const server = await developedWithVite({
    'index.html': '<!doctype html><title>quoll</title><script type="module" src="/main.js"></script>',
    'state.js': 'export const state = { total: 0 };',
    'handlers.js': handlers(1),
    'main.js': main(1),
  });
  try {
    const page = await browser.open(server.url);
    await page.printed('loaded 1');
    await page.evaluate('add()');
    await page.printed('total 1 of main 1');
    server.write('handlers.js', handlers(10));
    await page.printed('hot updated');
    await page.evaluate('add()');
    await page.printed('total 11 of main 1');
    server.write('main.js', main(2));
    await page.printed('loaded 2');
    await page.evaluate('add()');
    await page.printed('total 10 of main 2');
    await page.close();
  } finally {
    await server.close();
  }
});

test('a page that keeps a trace has each attempt of its handlers there, in both formats', async () => {
  await serving(await tracedWithEsbuild(), ISOLATION, async url => {
    const page = await browser.open(`${url}traced.html`);
    await page.printed('counted 190');
    // Workers send what they have traced when they have nothing to do.
    const { json, otlp, runs } = await page.evaluate(`new Promise(resolve => {
      const look = () => {
        const { json, otlp, runs } = trace();
        const ended = JSON.parse(json).traceEvents.filter(each => each.name.includes('count') && each.args?.outcome === 'committed');
        if (ended.length < 20) setTimeout(look, 10);
        else resolve({ json, otlp, runs });
      };
      look();
    })`);
    const slices = JSON.parse(json).traceEvents.filter(({ ph }) => ph === 'X');
    assert.ok(runs >= 20 && slices.every(({ ts, dur }) => ts >= 0 && dur >= 0));
    const spans = otlp
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    assert.ok(JSON.stringify(spans).includes('count'));
    await page.close();
  });
});

test('a worker that is ended loses no handler, and does none twice', async () => {
  await serving(await withRollup(), ISOLATION, async url => {
    const lines = await linesOf(`${url}deaths.html`);
    assert.deepEqual(lines, ['done 2 20', 'ends worker 1 of 2', 'ends worker 2 of 3']);
  });
});

test('streams and IndexedDB in the page, their data in handlers; also while nobody sees the page', async () => {
  await serving(await withRollup(), ISOLATION, async url => {
    const page = await browser.open(`${url}host.html`);
    await page.printed('done');
    assert.deepEqual(page.lines.filter(line => !line.includes('favicon')).sort(), [
      'database 3 DataCloneError',
      'done',
      'function of the language counts,list',
      'stream true 4',
    ]);
    await browser.hide(page);
    await page.evaluate('work(500)');
    assert.equal(await page.printed('worked'), 'worked hidden 504');
    await page.close();
  });
});

test('a React store whose reducers are handlers shows their state', async () => {
  await serving(await exampleWithVite('store-page'), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.evaluate(`new Promise(resolve => {
      const shown = () => {
        const output = document.querySelector('output');
        if (!output) return;
        if (/ 0 numbers/.test(output.textContent) && !globalThis.isPressed) {
          globalThis.isPressed = true;
          document.querySelector('button').click();
        }
        if (/ 1000000 numbers/.test(output.textContent)) resolve();
      };
      new MutationObserver(shown).observe(document, { subtree: true, childList: true, characterData: true });
      shown();
    })`);
    const text = await page.evaluate("document.querySelector('output').textContent");
    assert.equal(text, '78498 primes among 1000000 numbers, the largest is 999983');
    await page.close();
  });
});

test('a page that is frozen while handlers run continues where it was', async () => {
  await serving(await withRollup(), ISOLATION, async url => {
    const page = await browser.open(`${url}frozen.html`);
    await page.printed('started');
    for (let i = 0; i < 3; i++) {
      await page.send('Page.setWebLifecycleState', { state: 'frozen' });
      await page.send('Page.setWebLifecycleState', { state: 'active' });
    }
    assert.equal(await page.printed('done'), 'done 200 20 3');
    await page.close();
  });
});

test("a breakpoint at a line of a handler's source stops a worker there, and the page continues", async () => {
  const folder = await withRollup();
  const lines = readFileSync(`${source}main.js`, 'utf8').split('\n');
  const line = lines.findIndex(text => text.includes('last = Math.max(last, n)')) + 1;
  await serving(folder, ISOLATION, async url => {
    const page = await browser.open();
    const stopped = breakInWorkers(browser, page, folder, 'page/main.js', line);
    await page.send('Page.navigate', { url });
    const stop = await Promise.race([stopped, page.printed('done')]);
    assert.notEqual(stop, 'done', 'a worker has stopped');
    // The handler has done what stands above the line.
    assert.equal(await stop.evaluate('stats.found.includes(n)'), true);
    await stop.resume();
    await page.printed('done');
    assert.deepEqual(page.lines.sort(), EXPECTED);
    await page.close();
  });
});

test("the guide's page counts its primes, and its handler of the document is refused unless it is pinned", async () => {
  const { folder, status, stderr } = guideWithVite();
  assert.equal(status, 0, stderr);
  await serving(folder, ISOLATION, async url => {
    const page = await browser.open(url);
    assert.equal(await page.printed('primes'), '148933 primes');
    assert.equal(await page.evaluate("document.getElementById('count').value"), '148933');
    await page.close();
  });
  const refused = guideWithVite(text => text.replace(', { realm: "main" }', ''));
  assert.notEqual(refused.status, 0);
  assert.match(refused.stderr, /main\.js:15:3: this function cannot run in parallel: it uses 'document'/);
});

test("the guide's page, outside of this package's folder, counts its primes in Vite's development server, in workers", async () => {
  const server = await guideServedByVite();
  try {
    const lines = await linesOf(server.url, 'primes');
    assert.deepEqual(lines, ['148933 primes']);
  } finally {
    await server.close();
  }
});
