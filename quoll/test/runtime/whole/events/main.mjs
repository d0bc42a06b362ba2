import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Store from './store.mjs';
export default async function main(w) {
  const e = new EventEmitter();
  const log = [];
  e.on('change', (o, k) => log.push([k, o === w.o, o[k]]));
  e.once('done', function (n) {
    log.push(['done', n, this === e]);
  });
  const store = new Store(w.o, e);
  store.set('a', 5).set('c', [w.list]);
  const waiting = once(e, 'later');
  setTimeout(() => e.emit('later', w.list, { in: w.map }), 2);
  const [list, { in: map }] = await waiting;
  log.push(list === w.list, map === w.map, list.length);
  const controller = new AbortController();
  const aborted = sleep(10_000, null, { signal: controller.signal }).catch(x => x.name);
  controller.abort();
  log.push(
    await aborted,
    await sleep(1, w.names),
    e.listenerCount('change'),
    e.emit('done', 1),
    e.emit('done', 2),
  );
  try {
    e.emit('error', new Error('unheard'));
  } catch (x) {
    log.push(x.message);
  }
  return [log, store.undo(), w.o];
}
