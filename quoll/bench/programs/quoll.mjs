// The same tasks with quoll.
import { sum } from '@hocket/quoll';
import {
  checksum,
  chunks,
  countPrimes,
  mandelbrot,
  PRIMES,
  ranges,
  measured,
  SIZE,
  text,
  TEXT_BYTES,
} from './kernels.mjs';

const [task, argument] = process.argv.slice(2);
const add = results => results.reduce((a, b) => a + b, 0);
const computed = (limit, kernel) => () => ranges(limit).mapred(part => kernel(part[0], part[1]), add);
const all = task.startsWith('words') ? text(TEXT_BYTES) : '';

/** Both versions count into one object that all handlers share. */
async function words(isEventual) {
  const counts = {};
  if (isEventual) counts.markEventual('*', sum);
  await finish(() => {
    for (const chunk of chunks(all, Number(argument))) {
      async(chunk => {
        for (const word of chunk.split(' ')) counts[word] = (counts[word] ?? 0) + 1;
      }, chunk);
    }
  });
  return checksum(counts);
}

/** Each handler adds what it has found to one counter that all share, once. `argument`: how many numbers it tests. */
async function counted(isEventual) {
  const counter = { primes: 0 };
  if (isEventual) counter.markEventual('primes', sum);
  await finish(() => {
    for (let from = 0; from < PRIMES; from += Number(argument)) {
      async(from => {
        const found = countPrimes(from, from + Number(argument));
        counter.primes += found;
      }, from);
    }
  });
  return counter.primes;
}

const ways = {
  primes: computed(PRIMES, countPrimes),
  mandelbrot: computed(SIZE, mandelbrot),
  counter: async () => {
    const counter = { primes: 0 };
    counter.markEventual('primes', sum);
    await finish(() => {
      for (const part of ranges(PRIMES)) {
        async(([from, to]) => {
          for (let n = from; n < to; n++) if (countPrimes(n, n + 1) === 1) counter.primes++;
        }, part);
      }
    });
    return counter.primes;
  },
  'counter-regular': () => counted(false),
  'counter-eventual': () => counted(true),
  'words-regular': () => words(false),
  'words-eventual': () => words(true),
  batched: () =>
    new Promise(resolve => {
      const o = {};
      o.on('e', () => {});
      for (let i = 0; i < Number(argument); i++) o.emit('e');
      o.waitall('e', () => resolve(Number(argument)), { realm: 'main' });
    }),
  single: async () => {
    const o = {};
    o.on('e', () => {});
    for (let i = 0; i < Number(argument); i++) {
      await new Promise(resolve => o.emit('e').waitall('e', resolve, { realm: 'main' }));
    }
    return Number(argument);
  },
};

await measured(ways[task]);
