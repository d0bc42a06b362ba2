/**
 * Long tests of pages: Firefox, many reloads, a measurement of the frames of a page that draws while all processors compute, and memory over minutes
 * (`QUOLL_PAGE_MINUTES`, by default 10). Screenshots are written to `out`, to be looked at.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browser, programOf } from './browser.mjs';
import { addPeers, exampleWithVite, withRollup } from './build.mjs';
import { EXPECTED, serving } from './cases.mjs';
import { ISOLATION, POLICY, serve } from './server.mjs';

const MINUTES = Number(process.env.QUOLL_PAGE_MINUTES ?? 10);
const RELOADS = 100;
const out = fileURLToPath(new URL('out/', import.meta.url));

let browser;
before(async () => (browser = await Browser.start()));
after(() => browser.close());

/** The lines that the page prints in Firefox, which is not driven: the page itself sends them. */
async function inFirefox(folder, headers) {
  const profile = mkdtempSync(join(tmpdir(), 'quoll-firefox-'));
  const lines = [];
  let isDone;
  const done = new Promise(resolve => (isDone = resolve));
  const server = await serve(folder, headers, line => {
    lines.push(line);
    if (line === 'done' || line.startsWith('exception')) isDone();
  });
  const program = programOf(['firefox', 'firefox-esr']);
  const firefox = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, `${server.url}?report`],
    { stdio: 'ignore' },
  );
  const ended = new Promise(resolve => firefox.on('exit', resolve));
  try {
    await Promise.race([done, ended]);
    if (firefox.exitCode !== null) lines.push(`Firefox has ended: ${firefox.exitCode}`);
  } finally {
    firefox.kill();
    await ended;
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
  return lines;
}

test('Firefox: the same results, in parallel under a strict policy, and on one thread', async () => {
  const folder = await withRollup();
  // Reports of lines may overtake each other.
  assert.deepEqual((await inFirefox(folder, { ...ISOLATION, ...POLICY })).sort(), EXPECTED);
  const alone = await inFirefox(folder, {});
  assert.deepEqual(
    alone.filter(line => !line.startsWith('quoll: handlers run one after the other')).sort(),
    EXPECTED,
  );
  assert.equal(alone.length, EXPECTED.length + 1);
});

test(`${RELOADS} reloads leave no worker behind`, async () => {
  await serving(await withRollup(), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.printed('done');
    await browser.haveWorkers(2);
    for (let i = 0; i < RELOADS; i++) {
      await page.printed('done');
      page.lines = [];
      await page.send('Page.reload');
    }
    await page.printed('done');
    // A worker whose page is gone ends a little later.
    await browser.haveWorkers(2);
    await page.close();
  });
});

test('the start of a page: the time to its first handler, and to that of a worker by hand and with comlink', async t => {
  const folder = await withRollup();
  addPeers(folder);
  const names = ['start', 'start-later', 'start-by-hand', 'start-comlink'];
  const times = new Map(names.map(name => [name, []]));
  await serving(folder, ISOLATION, async url => {
    for (let i = 0; i < 10; i++)
      for (const [name, all] of times) {
        const page = await browser.open(`${url}${name}.html`);
        const line = await page.printed('first handler after');
        all.push(line.match(/[\d.]+(?= ms)/g).map(Number));
        await page.close();
      }
  });
  const middle = all => [...all].sort((a, b) => a - b)[all.length >> 1];
  for (const [name, all] of times) {
    const [first, navigated] = [0, 1].map(i => middle(all.map(one => one[i])));
    t.diagnostic(`${name}: ${first} ms, ${navigated} ms after the navigation (medians of ${all.length})`);
  }
});

async function screenshot(page, name) {
  mkdirSync(out, { recursive: true });
  const { data } = await page.send('Page.captureScreenshot');
  writeFileSync(`${out}${name}.png`, Buffer.from(data, 'base64'));
}

test('the Mandelbrot page draws in parallel, while its frames are measured', async t => {
  await serving(await exampleWithVite('mandelbrot-page', true), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.printed('drawn in parallel: 60 strips');
    const rates = [];
    for (let i = 0; i < 5; i++) rates.push(await page.evaluate('measure()'));
    await page.evaluate("document.getElementById('here').checked = true");
    const here = await page.evaluate('measure()');
    for (const { ms, p99, frames } of rates)
      t.diagnostic(`in parallel: ${ms} ms, p99 of ${frames} frames ${p99.toFixed(1)} ms`);
    t.diagnostic(
      `on the page's thread: ${here.ms} ms, p99 of ${here.frames} frames ${here.p99.toFixed(1)} ms`,
    );
    await screenshot(page, 'mandelbrot-page');
    await page.close();
  });
});

test('the sheet page computes 100,000 cells, and shows an edit', async () => {
  await serving(await exampleWithVite('sheet-page'), ISOLATION, async url => {
    const page = await browser.open(url);
    const first = await page.printed('computed 100000,');
    await page.evaluate(`(() => {
      const input = document.querySelector('input');
      input.value = 1000;
      input.dispatchEvent(new Event('input'));
    })()`);
    const second = await page.printed('computed 101000,');
    assert.notEqual(first.split('total')[1], second.split('total')[1]);
    await screenshot(page, 'sheet-page');
    await page.close();
  });
});

test(`a page that draws for ${MINUTES} minutes does not grow`, async t => {
  await serving(await exampleWithVite('mandelbrot-page'), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.printed('drawn in parallel: 60 strips');
    const used = async () => {
      await page.send('HeapProfiler.collectGarbage');
      return (await page.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    };
    for (let i = 0; i < 5; i++) await page.evaluate('measure()');
    const before = await used();
    const end = Date.now() + MINUTES * 60_000;
    let drawn = 0;
    for (; Date.now() < end; drawn++) await page.evaluate('measure()');
    const now = await used();
    t.diagnostic(`${drawn} pictures: ${before.toFixed(1)} MiB before, ${now.toFixed(1)} MiB after`);
    assert.ok(now < before + 10, `${before} MiB before, ${now} MiB after`);
    await page.close();
  });
});
