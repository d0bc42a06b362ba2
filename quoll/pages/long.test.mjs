/**
 * Long tests of pages: Firefox, many reloads, a measurement of the frames of a page that draws while all processors compute, and memory over minutes
 * (`QUOLL_PAGE_MINUTES`, by default 10). Screenshots are written to `out`, to be looked at.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
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

test('the programs of the costs have the results of their peers', () => {
  const costs = fileURLToPath(new URL('costs.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [costs, '--quick'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

async function screenshot(page, name) {
  mkdirSync(out, { recursive: true });
  const { data } = await page.send('Page.captureScreenshot');
  writeFileSync(`${out}${name}.png`, Buffer.from(data, 'base64'));
}

/** So many frames are measured that the slowest hundredth is not a single one. */
const FRAMES = 1000;

/** Draws pictures until enough frames have been measured; returns the times of pictures and frames, sorted. */
async function drawn(page) {
  const [pictures, frames] = [[], []];
  while (frames.length < FRAMES) {
    const { ms, times } = await page.evaluate('measure()');
    pictures.push(ms);
    frames.push(...times);
  }
  return [pictures, frames].map(all => all.sort((a, b) => a - b));
}

test('the Mandelbrot page draws in parallel, while its frames are measured', async t => {
  await serving(await exampleWithVite('mandelbrot-page', true), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.printed('drawn in parallel: 60 strips');
    const measure = async where => {
      const [pictures, frames] = await drawn(page);
      const p99 = frames[Math.ceil(0.99 * frames.length) - 1];
      const times = `p99 of ${frames.length} frames ${p99.toFixed(1)} ms, the longest ${frames.at(-1).toFixed(1)} ms`;
      t.diagnostic(`${where}: ${pictures[pictures.length >> 1]} ms (median of ${pictures.length}), ${times}`);
    };
    await measure('in parallel');
    await page.evaluate("document.getElementById('here').checked = true");
    await measure("on the page's thread");
    await screenshot(page, 'mandelbrot-page');
    await page.close();
  });
});

/** The sum of a column of the sheet page, by its first cell. */
function columnSum(first) {
  let [cell, sum] = [first, first];
  for (let row = 1; row < 1000; row++) {
    cell += [...String(cell)].reduce((digits, digit) => digits + Number(digit), 0);
    sum += cell;
  }
  return sum;
}

test('the sheet page computes 100,000 cells, and all edits that are made meanwhile', async () => {
  const [rounds, inputs] = [20, 8];
  const first = (column, round) => 100 * column + round;
  await serving(await exampleWithVite('sheet-page'), ISOLATION, async url => {
    const page = await browser.open(url);
    const behind = await page.evaluate(`new Promise(resolve => {
      const first = ${first};
      let behind = 0;
      const edit = round => {
        const inputs = [...document.querySelectorAll('input')];
        if (round === ${rounds}) return resolve(behind);
        if (inputs.length < ${inputs}) return setTimeout(edit, 0, round);
        inputs.forEach((input, column) => {
          input.value = first(column, round);
          input.dispatchEvent(new Event('input'));
        });
        const made = 100 + (round + 1) * ${inputs};
        if (Number(document.getElementById('cells').value) < (made - ${inputs}) * 1000) behind++;
        setTimeout(edit, 0, round + 1);
      };
      edit(0);
    })`);
    assert.ok(behind > 0, 'some edits are made while handlers compute');
    const last = await page.printed(`computed ${1000 * (100 + rounds * inputs)},`);
    const columns = Array.from({ length: 100 }, (_, i) => (i < inputs ? first(i, rounds - 1) : i + 1));
    const total = columns.map(columnSum).reduce((a, b) => a + b);
    assert.equal(last.split('total ')[1], String(total));
    const sums = await page.evaluate(
      "[...document.querySelectorAll('#sums td')].map(cell => Number(cell.textContent))",
    );
    assert.deepEqual(sums, columns.slice(0, inputs).map(columnSum));
    await screenshot(page, 'sheet-page');
    await page.close();
  });
});

test('the words page counts each word of a file, however its pieces are cut', async () => {
  const words = ['constructor', 'Straße', 'été', 'a', '__proto__', '日本語'];
  const all = Array.from({ length: 60_000 }, (_, i) => words[(i * i + (i >> 4)) % words.length]);
  const text = all.toSpliced(30_000, 0, 'long'.repeat(20_000)).join(', ');
  const counts = new Map();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const expected = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  await serving(await exampleWithVite('words-page'), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.printed('ready');
    await page.evaluate(`{
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(text)}], 'text.txt'));
      document.getElementById('file').files = files.files;
      document.getElementById('file').dispatchEvent(new Event('change'));
    }`);
    const total = expected.reduce((sum, [, times]) => sum + times, 0);
    await page.printed(`counted ${total} words`);
    const shown = await page.evaluate(
      "[...document.querySelectorAll('#most tr')].map(row => [row.cells[0].textContent, Number(row.cells[1].textContent)])",
    );
    assert.deepEqual(shown, expected.slice(0, 15));
    await page.evaluate("document.getElementById('sample').click()");
    await page.printed('counted 1181760 words');
    await screenshot(page, 'words-page');
    await page.close();
  });
});

test(`a page that draws for ${MINUTES} minutes does not grow`, async t => {
  await serving(await exampleWithVite('mandelbrot-page'), ISOLATION, async url => {
    const page = await browser.open(url);
    await page.printed('drawn in parallel: 60 strips');
    /** MiB: objects, and the bytes of buffers. */
    const used = async () => {
      await page.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = await page.send('Runtime.getHeapUsage');
      return [usedSize, backingStorageSize].map(bytes => bytes / 2 ** 20);
    };
    for (let i = 0; i < 5; i++) await page.evaluate('measure()');
    const [before] = await used();
    const end = Date.now() + MINUTES * 60_000;
    let [drawn, most] = [0, 0];
    for (; Date.now() < end; drawn++) {
      await page.evaluate('measure()');
      if (drawn % 20 === 0) most = Math.max(most, (await used())[1]);
    }
    const [now] = await used();
    t.diagnostic(`${drawn} pictures: ${before.toFixed(1)} MiB before, ${now.toFixed(1)} MiB after`);
    t.diagnostic(`at most ${most.toFixed(1)} MiB in buffers`);
    assert.ok(now < before + 10, `${before} MiB before, ${now} MiB after`);
    assert.ok(most < 110, `${most} MiB in buffers`);
    await page.close();
  });
});
