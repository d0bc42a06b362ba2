/** As `costs-by-hand.js`, with comlink. */
import { wrap } from './comlink.js';
import { measured } from './kernels.js';

const { task, count } = process.env;
const call = wrap(new Worker(new URL('./one-comlink.js', import.meta.url), { type: 'module' }));
const ways = {
  batched: () => Promise.all(Array.from({ length: count }, () => call())),
  single: async () => {
    for (let i = 0; i < count; i++) await call();
  },
};
await measured(async () => {
  await ways[task]();
  return count;
});
