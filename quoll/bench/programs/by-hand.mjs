// Worker threads with messages, written for this task; two threads, or WORKERS.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import * as kernels from './kernels.mjs';

const { addCounts, checksum, chunks, countPrimes, countWords, mandelbrot, measured, ranges, text } = kernels;
const WORKERS = Number(process.env.WORKERS ?? 2);

if (isMainThread) await main(...process.argv.slice(2));
else serve();

async function main(task, size) {
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL(import.meta.url), { workerData: { task, counter } }),
  );
  const limit = task === 'mandelbrot' ? kernels.SIZE : kernels.PRIMES;
  const parts = task === 'words' ? chunks(text(kernels.TEXT_BYTES), Number(size)) : ranges(limit);
  await measured(async () => {
    counter[0] = 0;
    const results = await runAll(workers, parts);
    if (task === 'counter') return counter[0];
    return task === 'words' ? checksum(results.reduce(addCounts, {})) : results.reduce((a, b) => a + b, 0);
  });
  for (const worker of workers) void worker.terminate();
}

/** Gives each worker the next part when it has finished one. */
function runAll(workers, parts) {
  return new Promise(resolve => {
    const results = [];
    let next = 0;
    for (const worker of workers) {
      const give = () => {
        if (next < parts.length) worker.postMessage(parts[next++]);
      };
      worker.removeAllListeners('message');
      worker.on('message', result => {
        results.push(result);
        if (results.length === parts.length) resolve(results);
        else give();
      });
      give();
    }
  });
}

function serve() {
  const { task, counter } = workerData;
  parentPort.on('message', part => {
    if (task === 'words') return parentPort.postMessage(countWords(part));
    if (task === 'mandelbrot') return parentPort.postMessage(mandelbrot(...part));
    if (task === 'primes') return parentPort.postMessage(countPrimes(...part));
    const [from, to] = part;
    for (let n = from; n < to; n++) if (countPrimes(n, n + 1) === 1) Atomics.add(counter, 0, 1);
    parentPort.postMessage(0);
  });
}
