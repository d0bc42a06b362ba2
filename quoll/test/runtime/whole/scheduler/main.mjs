import { Queue, debounce, retry, pool } from './async.mjs';
export default async function main(w) {
  const log = [];
  const q = new Queue(2);
  w.done = [];
  await Promise.all(
    [3, 1, 2].map((n, i) =>
      q.add(async () => {
        for (let k = 0; k < n; k++) await null;
        w.done.push(i);
      }),
    ),
  );
  w.done.sort();
  let tries = 0;
  log.push(
    await retry(async () => {
      if (++tries < 3) throw new Error('again ' + tries);
      return tries;
    }, 5),
  );
  log.push(
    await retry(async () => {
      throw new TypeError('never');
    }, 2).catch(e => [e.message, e.cause.message]),
  );
  const f = debounce(x => w.list.push(x), 5);
  f(1);
  f(2);
  const last = f(3);
  log.push(await last, w.list.at(-1));
  log.push(await pool(w.names, 1, async (n, i) => n + i));
  const order = [];
  setTimeout(() => order.push('timeout'), 0);
  setImmediate(() => order.push('immediate'));
  queueMicrotask(() => order.push('micro'));
  process.nextTick(() => order.push('tick'));
  Promise.resolve().then(() => order.push('then'));
  while (order.length < 5) await new Promise(r => setTimeout(r, 1));
  log.push([...order].sort());
  const timer = setInterval(() => {
    w.ticks = (w.ticks ?? 0) + 1;
    if (w.ticks === 3) clearInterval(timer);
  }, 1);
  while ((w.ticks ?? 0) < 3) await new Promise(r => setTimeout(r, 1));
  log.push(w.ticks);
  return [log, q.running, q.waiting.length];
}
