// Processor time of rewriting modules, per kB of their text: the median of nine runs after twenty. They are read again from the cache on disk, too.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from '../../dist/src/transform/index.js';
import { cached, rewritten } from '../../dist/src/load/cache.js';

const FILES = [
  'acorn/dist/acorn.mjs',
  'eslint-scope/lib/scope.js',
  'semver/classes/range.js',
  'eslint-visitor-keys/lib/index.js',
];
const sources = FILES.map(file => {
  const url = new URL(`../../node_modules/${file}`, import.meta.url);
  return [
    readFileSync(fileURLToPath(url), 'utf8'),
    { url: url.href, format: file.startsWith('semver') ? 'commonjs' : 'module', isForeign: () => true },
  ];
});
const kB = sources.reduce((sum, [text]) => sum + text.length, 0) / 1000;
const cpu = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

const hashes = sources.map(([text, options]) => rewritten(text, options).record.hash);
const once = () => {
  const began = cpu();
  for (const [text, options] of sources) transform(text, options);
  return cpu() - began;
};
for (let i = 0; i < 20; i++) once();
const times = Array.from({ length: 9 }, once).sort((a, b) => a - b);
const ms = times[4];
if (!hashes.every(hash => cached(hash))) throw new Error('not cached');
console.log(JSON.stringify({ ms: ms / kB, result: Math.round(kB) }));
