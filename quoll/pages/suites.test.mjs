/**
 * The suites of shared values in a headless Chromium. A part of the cases, or with `QUOLL_PAGE_PART=1` all of them; `QUOLL_SEED` repeats the random ones.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Browser } from './browser.mjs';
import { serving } from './cases.mjs';
import { ISOLATION } from './server.mjs';
import { differences, withSuites } from './suites.mjs';

const PART = Number(process.env.QUOLL_PAGE_PART ?? 24);
const SEED = Number(process.env.QUOLL_SEED ?? Math.floor(Math.random() * 2 ** 31));

let browser;
before(async () => (browser = await Browser.start()));
after(() => browser.close());

async function resultsOf(url) {
  const page = await browser.open(url);
  try {
    await page.printed('all printed', 'exception ');
    // Stacks name the server.
    return page.lines.map(line => line.replaceAll(new URL(url).origin, ''));
  } finally {
    await page.close();
  }
}

/** Random programs may share what cannot be shared. */
const MAY_REFUSE = new Set(['hostile', 'random']);

const isResult = line => /^\d+ /.test(line);

test('a page computes the same on shared values in workers as on one thread', async t => {
  t.diagnostic(`QUOLL_SEED=${SEED}`);
  const { folder, suites } = await withSuites(SEED, PART);
  for (const [name, jobs] of Object.entries(suites)) {
    const [alone, parallel] = await Promise.all(
      [{}, ISOLATION].map(headers => serving(folder, headers, url => resultsOf(`${url}${name}.html`))),
    );
    assert.ok(
      alone.some(line => line.includes("on the page's thread")),
      alone.join('\n'),
    );
    assert.ok(!parallel.some(line => line.includes("on the page's thread")), parallel.join('\n'));
    const different = differences(jobs, alone.filter(isResult), parallel.filter(isResult));
    const isRefused = ({ found }) => found?.startsWith('REFUSED');
    const wrong = different
      .filter(one => !isRefused(one))
      .map(({ place, text, at }) => JSON.stringify({ place, text, at }));
    assert.equal(
      wrong.length,
      0,
      `${name}: ${wrong.length} of ${jobs.length} differ:\n${wrong.slice(0, 20).join('\n')}`,
    );
    const refused = different.length;
    assert.ok(refused <= (MAY_REFUSE.has(name) ? jobs.length / 4 : 0), `${name}: ${refused} are refused`);
    t.diagnostic(`${name}: ${jobs.length} cases`);
  }
});
