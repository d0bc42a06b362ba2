import { ticks, take, mapAsync, merge } from './streams.mjs';
export default async function main(w) {
  const log = [];
  for await (const x of take(ticks(w.list), 4)) log.push(x);
  for await (const x of mapAsync(w.names, async n => n + '!')) log.push(x);
  outer: for await (const x of [1, Promise.resolve(2), 3]) {
    for (const y of w.list) {
      if (y === x) continue outer;
    }
    log.push('none ' + x);
  }
  w.merged = [];
  for await (const [source, x] of merge({ a: ticks([1, 2]), b: ticks(w.list) })) w.merged.push(source + x);
  w.merged.sort();
  const g = ticks(w.list);
  log.push(await g.next(), await g.return('early'), await g.next());
  try {
    for await (const x of ticks([0, null])) log.push(x.toFixed(1));
  } catch (e) {
    log.push(e.constructor.name);
  }
  const results = await Promise.allSettled([
    w.o,
    Promise.reject(new RangeError('r')),
    mapAsync([1], x => x).next(),
  ]);
  log.push(
    results.map(r => r.status),
    results[0].value === w.o,
    results[1].reason.message,
    results[2].value,
  );
  return log;
}
