import { Piscina } from 'piscina';
import { PRIMES, ranges, measured, SIZE } from './kernels.mjs';

const [task, count] = process.argv.slice(2);
const pool = new Piscina({
  filename: new URL('./pool-task.mjs', import.meta.url).href,
  minThreads: 2,
  maxThreads: 2,
});
const run = part => pool.run({ task, part });
const parts = ranges(task === 'mandelbrot' ? SIZE : PRIMES);
const computed = async () => (await Promise.all(parts.map(run))).reduce((a, b) => a + b, 0);
const ways = {
  mandelbrot: computed,
  primes: computed,
  batched: async () =>
    (await Promise.all(Array.from({ length: Number(count) }, () => pool.run({ task: 'nothing' })))).length,
  single: async () => {
    for (let i = 0; i < Number(count); i++) await pool.run({ task: 'nothing' });
    return Number(count);
  },
};

await measured(ways[task]);
await pool.destroy();
