/** Calls a worker by hand: the calls of `costs.mjs`, at once or one after the other. */
import { measured } from './kernels.js';

const { task, count } = process.env;
const worker = new Worker(new URL('./one-by-hand.js', import.meta.url), { type: 'module' });
const waiting = [];
worker.onmessage = ({ data }) => waiting.shift()(data);
const call = () =>
  new Promise(resolve => {
    waiting.push(resolve);
    worker.postMessage('one');
  });
const ways = {
  batched: () => Promise.all(Array.from({ length: count }, call)),
  single: async () => {
    for (let i = 0; i < count; i++) await call();
  },
};
await measured(async () => {
  await ways[task]();
  return count;
});
