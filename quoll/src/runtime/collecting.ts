/**
 * Collects garbage, in the main realm while all workers are stopped (safepoint.ts): marks the objects that
 * the program can reach, then sweeps the rest. The roots are
 *
 *   - tasks in the queues, those that workers hold while they wait, and those of the main realm that have not ended;
 *   - the rewritten modules, shapes and their classes, and functions that every realm has by itself;
 *   - what the main realm's program holds: views, iterators, functions that only it has, and `finish` scopes.
 *
 * Between two attempts a worker holds only the task in its record.
 */
import type { WeakCache } from '../heap/cache.js';
import type { Census } from '../heap/census.js';
import { CHUNK } from '../heap/chunks.js';
import { Marker } from '../heap/marking.js';
import { sweep } from '../heap/sweeping.js';
import type { RealmRecord } from './records.js';
import type { Realm } from './realm.js';
import type { Pins, Scopes } from './roots.js';

export interface MainRoots {
  readonly views: WeakCache;
  readonly pins: Pins;
  readonly scopes: Scopes;
  readonly tasks: Iterable<number>;
  readonly workers: readonly RealmRecord[];
  /** Counts the reachable objects, if requested. */
  readonly census: Census | undefined;
}

export function collect(realm: Realm, { views, pins, scopes, tasks, workers, census }: MainRoots): void {
  const { space, heap, eventual, counters } = realm;
  const { strings } = heap.values;
  const marker = new Marker(space, space.chunks.top * CHUNK);
  marker.census = census;
  marker.tracers = {
    object: (address, to) => heap.tracing.object(address, to),
    text: (id, to) => strings.trace(id, to),
    eventual: (record, to) => eventual.trace(record, to),
    pointer: (queue, to) => eventual.traceQueue(queue, to),
    scope: (scope, to) => counters.traceScope(scope, to),
  };

  heap.tracing.roots(marker);
  realm.modules.trace(marker);
  for (const task of realm.workerQueue.all()) realm.tracing.task(task, marker);
  for (const task of realm.mainQueue.all()) realm.tracing.task(task, marker);
  for (const worker of workers) realm.tracing.task(worker.task, marker);
  for (const task of tasks) realm.tracing.task(task, marker);
  for (const address of views.used()) marker.object(address);
  for (const scope of scopes.used()) counters.traceScope(scope, marker);
  marker.finish();
  for (const entry of views.entries()) heap.tables.traceCursor(entry, marker);
  marker.finish();

  pins.prune(marker);
  strings.prune(marker);
  realm.dropFreedTasks();
  realm.forget();
  sweep(space, marker);
}
