/** Measures the time from the page's first module to the result of its first handler. */
import { spawn } from '@hocket/quoll';

const began = performance.now();
const first = await spawn(() => 1);
console.log(
  `first handler after ${(performance.now() - began).toFixed(1)} ms, ${performance.now().toFixed(1)} ms after the navigation`,
  first,
);
