// The main use of the package: an object whose events are handled on all cores, and another object that the handlers
// share.
import { sum } from '@hocket/quoll';

const LIMIT = Number(process.argv[2]);
const CHUNK = 2000;
const stats = { primes: 0, chunks: 0 };
stats.markEventual('primes', sum).markEventual('chunks', sum);

const checker = {};
checker.on('chunk', first => {
  for (let n = first; n < first + CHUNK; n++) if (isPrime(n)) stats.primes++;
  stats.chunks++;
});

// The code above only starts the program; the rest is measured.
const began = performance.now();
for (let first = 0; first < LIMIT; first += CHUNK) checker.emit('chunk', first);
checker.waitall(
  'chunk',
  () => console.log(JSON.stringify({ primes: stats.primes, ms: performance.now() - began })),
  { realm: 'main' },
);

function isPrime(n) {
  if (n < 2) return false;
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
  return true;
}
