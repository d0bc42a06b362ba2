/**
 * The package's suites of shared values in a page: each suite is one module, which runs its cases in handlers, in guards and in the page's own
 * thread. The same page without isolation, on one thread, gives the results to expect, because browsers and versions of Node know different methods.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { analyze } from 'eslint-scope';
import fc from 'fast-check';
import { builtinCases } from '../dist/test/runtime/builtins.js';
import { IDIOMS, jobsOf, pageProgramOf } from '../dist/test/runtime/differential.js';
import { allCases, randomCase } from '../dist/test/runtime/expressions.js';
import { hostilePrograms } from '../dist/test/runtime/hostile.js';
import { turnOf } from '../dist/test/runtime/sharing.js';
import { OF_PAGES } from '../dist/src/plugin/globals.js';
import quoll from '../dist/src/plugin/rollup.js';

/** What a page does not have, and what its program asks for by a name that is no variable of its own. */
const OF_NODE = /\b(require|Response)\b/;

/** The jobs that use no variable which workers of a page do not know: they would refuse all jobs of the suite. */
function inWorkers(jobs) {
  const text = pageProgramOf(jobs);
  const lines = text.split('\n');
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
  const { globalScope } = analyze(program, { ecmaVersion: 2022, sourceType: 'module' });
  const refused = globalScope.through
    .map(({ identifier }) => identifier)
    .filter(({ name }) => name !== 'console' && !OF_PAGES.has(name))
    .map(({ loc }) => lines[loc.start.line - 1]);
  return jobs.filter(job => !refused.some(line => line.includes(job.text)));
}

const PLACES = { handler: 1, guard: 4, main: 4 };

/** The jobs of each suite: of fixed cases each day other ones, one in `part`, and of random ones as many. */
function suitesOf(seed, part) {
  const inPage = cases => cases.filter(text => !OF_NODE.test(text));
  const some = cases => turnOf(inPage(cases), Number(process.env.QUOLL_TURN ?? 0), part);
  const suites = {
    forms: jobsOf(some(allCases()), PLACES),
    idioms: jobsOf(some(IDIOMS), PLACES),
    functions: jobsOf(some(builtinCases(seed, 2)), { handler: 1 }),
    hostile: jobsOf(inPage(hostilePrograms(seed, Math.ceil(200 / part))), PLACES),
    random: jobsOf(inPage(fc.sample(randomCase(), { numRuns: Math.ceil(400 / part), seed })), { handler: 1 }),
  };
  return Object.fromEntries(Object.entries(suites).map(([name, jobs]) => [name, inWorkers(jobs)]));
}

/** Builds a page for each suite; returns the folder that a server serves, and the suites. */
export async function withSuites(seed, part) {
  const { rollup } = await import('rollup');
  const suites = suitesOf(seed, part);
  const sources = fileURLToPath(new URL('out/suites-source/', import.meta.url));
  const outdir = fileURLToPath(new URL('out/suites/', import.meta.url));
  for (const folder of [sources, outdir]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  for (const [name, jobs] of Object.entries(suites)) {
    writeFileSync(`${sources}${name}.js`, pageProgramOf(jobs));
    const script = `<script type="module" src="${name}.js"></script>`;
    writeFileSync(
      `${outdir}${name}.html`,
      `<!doctype html><meta charset="utf-8"><title>${name}</title>${script}`,
    );
  }
  const bundle = await rollup({
    input: Object.keys(suites).map(name => `${sources}${name}.js`),
    plugins: [quoll({ workers: 2 })],
  });
  await bundle.write({ dir: outdir, format: 'es', entryFileNames: '[name].js' });
  await bundle.close();
  return { folder: outdir, suites };
}

/** The jobs whose results in workers are others than on one thread; each result is a line with the number of its job. */
export function differences(jobs, alone, parallel) {
  const results = lines =>
    new Map(lines.map(line => [Number(line.split(' ', 1)[0]), line.slice(line.indexOf(' ') + 1)]));
  const [expected, found] = [alone, parallel].map(results);
  return jobs
    .map(({ place, text }, i) => ({ place, text, expected: expected.get(i), found: found.get(i) }))
    .filter(({ expected, found }) => expected === undefined || expected !== found)
    .map(one => ({ ...one, at: differsAt(one) }));
}

/** The texts around the first difference. */
function differsAt({ expected = '', found = '' }) {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at++;
  return [expected, found].map(text => text.slice(Math.max(0, at - 40), at + 60));
}
