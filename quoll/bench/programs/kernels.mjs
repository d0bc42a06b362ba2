// The computations; all peers use this text.

export const PRIMES = 1_000_000;
export const SIZE = 1024;
export const PARTS = 64;

export function countPrimes(from, to) {
  let count = 0;
  for (let n = from; n < to; n++) {
    let isPrime = n > 1;
    for (let i = 2; i * i <= n; i++) {
      if (n % i === 0) {
        isPrime = false;
        break;
      }
    }
    if (isPrime) count++;
  }
  return count;
}

/** The steps that the points of some rows of the Mandelbrot set take to leave the circle around 0. */
export function mandelbrot(from, to) {
  let total = 0;
  for (let y = from; y < to; y++) {
    const ci = (y / SIZE) * 3 - 1.5;
    for (let x = 0; x < SIZE; x++) {
      const cr = (x / SIZE) * 3 - 2.25;
      let r = 0;
      let i = 0;
      let n = 0;
      for (; n < 100 && r * r + i * i <= 4; n++) {
        const next = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = next;
      }
      total += n;
    }
  }
  return total;
}

/** Ranges of about the same work: the later ones of primes take longer, so that there are many. */
export function ranges(limit) {
  return Array.from({ length: PARTS }, (_, i) => [
    Math.floor((i * limit) / PARTS),
    Math.floor(((i + 1) * limit) / PARTS),
  ]);
}

/**
 * A text of about `bytes` bytes with word frequencies as in natural language: the n-th
 * word with frequency 1/n.
 */
export function text(bytes) {
  const words = [];
  let state = 1;
  for (let length = 0; length < bytes; length += words.at(-1).length + 1) {
    state = (state * 48271) % 2147483647;
    words.push(`w${Math.floor(Math.exp((state / 2147483647) * Math.log(5000)))}`);
  }
  return words.join(' ');
}

/** The text in chunks of about `bytes` bytes, cut between words. */
export function chunks(all, bytes) {
  const parts = [];
  for (let at = 0; at < all.length;) {
    let end = Math.min(at + bytes, all.length);
    while (end < all.length && all[end] !== ' ') end++;
    parts.push(all.slice(at, end));
    at = end + 1;
  }
  return parts;
}

export const TEXT_BYTES = 4 << 20;

/** How often each word occurs. */
export function countWords(chunk) {
  const counts = {};
  for (const word of chunk.split(' ')) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

export function addCounts(total, counts) {
  for (const word of Object.keys(counts)) total[word] = (total[word] ?? 0) + counts[word];
  return total;
}

/** One number for all counts. */
export function checksum(counts) {
  let sum = 0;
  for (const word of Object.keys(counts)) sum += counts[word] * Number(word.slice(1));
  return sum;
}

/** How long each program runs before the measured run, so that the engine has finished optimising. */
const WARM_UP_MS = process.env.QUICK ? 0 : Number(process.env.WARM_UP_MS ?? 2000);

/** Runs a program until it is warm, and once more; prints that run's time and result. */
export async function measured(run) {
  const end = performance.now() + WARM_UP_MS;
  do await run();
  while (performance.now() < end);
  const began = performance.now();
  const result = await run();
  console.log(JSON.stringify({ ms: performance.now() - began, result }));
}
