// On one thread, without any library.
import {
  addCounts,
  checksum,
  chunks,
  countPrimes,
  countWords,
  mandelbrot,
  PRIMES,
  measured,
  SIZE,
  text,
  TEXT_BYTES,
} from './kernels.mjs';

const [task, size] = process.argv.slice(2);
const run = {
  primes: () => countPrimes(0, PRIMES),
  counter: () => countPrimes(0, PRIMES),
  mandelbrot: () => mandelbrot(0, SIZE),
  words: () => checksum(chunks(all, Number(size)).map(countWords).reduce(addCounts, {})),
}[task];
const all = task === 'words' ? text(TEXT_BYTES) : '';

await measured(run);
