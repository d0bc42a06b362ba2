/** As start.js, from a moment when the page is idle. */
import { spawn } from '@hocket/quoll';

await new Promise(resolve => setTimeout(resolve, 1000));
const began = performance.now();
const first = await spawn(() => 1);
console.log(
  `first handler after ${(performance.now() - began).toFixed(1)} ms, ${performance.now().toFixed(1)} ms after the navigation`,
  first,
);
