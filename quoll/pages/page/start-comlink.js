/** As `start.js`, with a function of a worker that comlink calls. */
import { wrap } from './comlink.js';

const began = performance.now();
const one = wrap(new Worker(new URL('./one-comlink.js', import.meta.url), { type: 'module' }));
const first = await one();
console.log(
  `first handler after ${(performance.now() - began).toFixed(1)} ms, ${performance.now().toFixed(1)} ms after the navigation`,
  first,
);
