import workerpool from 'workerpool';
import { measured } from './kernels.mjs';

const [task, count] = process.argv.slice(2);
const pool = workerpool.pool({ minWorkers: 2, maxWorkers: 2, workerType: 'thread' });
const nothing = () => pool.exec(() => 0);
const ways = {
  batched: async () => (await Promise.all(Array.from({ length: Number(count) }, nothing))).length,
  single: async () => {
    for (let i = 0; i < Number(count); i++) await nothing();
    return Number(count);
  },
};

await measured(ways[task]);
await pool.terminate();
