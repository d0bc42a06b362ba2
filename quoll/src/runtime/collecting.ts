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
import type { Reaching, WeakCache } from '../heap/cache.js';
import type { Census } from '../heap/census.js';
import { CHUNK } from '../heap/chunks.js';
import { isBytes } from '../heap/layout.js';
import { Marker } from '../heap/marking.js';
import { sweep } from '../heap/sweeping.js';
import { OwnWeakMap } from '../heap/weak.js';
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

/** Returns the free bytes in chunks that are still in use. */
export function collect(realm: Realm, roots: MainRoots): number {
  const { space, heap } = realm;
  const marker = markerOf(realm, roots.census);
  markRoots(realm, roots, marker);
  for (const address of roots.views.used()) if (!isBytes(space, address)) marker.object(address);
  marker.finish();
  for (const entry of roots.views.entries()) heap.tables.traceCursor(entry, marker);
  marker.finish();
  // Those that only the program holds come last.
  heap.buffers.releaseUnshared(address => marker.isMarked(address));
  for (const address of roots.views.used()) marker.object(address);
  marker.finish();

  roots.pins.prune(marker);
  heap.values.strings.prune(marker);
  realm.dropFreedTasks();
  realm.forget();
  return sweep(space, marker);
}

/**
 * Lets go of the views that are held as keys of the program's weak collections, if neither the shared heap reaches them nor the program. Only
 * the engine's collector knows the latter, and it must know what these views reach in the shared heap.
 */
export function releaseKeys(realm: Realm, roots: MainRoots, drop: () => void): void {
  const { views } = roots;
  if (views.heldKeys.size === 0) return;
  const marker = markerOf(realm, undefined);
  markRoots(realm, roots, marker);
  for (const address of views.usedBesidesKeys()) marker.object(address);
  marker.finish();
  const { reaching, addresses } = unreached(views, marker);
  if (addresses.length > 0) views.release(reaching, addresses, drop);
}

/** The held views that nothing has marked, and what they reach. */
function unreached(
  views: WeakCache,
  marker: Marker,
): { reaching: WeakMap<object, Reaching>; addresses: number[] } {
  const nodes = new Map<number, Reaching>();
  const nodeOf = (address: number): Reaching => {
    let node = nodes.get(address);
    if (!node) nodes.set(address, (node = { view: views.heldKeys.get(address), others: [] }));
    return node;
  };
  const addresses = [...views.heldKeys.keys()].filter(address => !marker.isMarked(address));
  const reaching = new OwnWeakMap<object, Reaching>();
  for (const address of addresses) reaching.set(views.heldKeys.get(address)!, nodeOf(address));
  marker.referred = (from, to) => {
    if (nodes.has(to) || !marker.isMarked(to)) nodeOf(from).others.push(nodeOf(to));
  };
  for (const address of addresses) {
    marker.push(address);
    marker.finish();
  }
  // It refers to all of them.
  marker.referred = undefined;
  return { reaching, addresses };
}

function markerOf(realm: Realm, census: Census | undefined): Marker {
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
  return marker;
}

/** Marks what is reachable without the views of the main realm's program. */
function markRoots(realm: Realm, { scopes, tasks, workers }: MainRoots, marker: Marker): void {
  realm.heap.tracing.roots(marker);
  realm.modules.trace(marker);
  for (const task of realm.workerQueue.all()) realm.tracing.task(task, marker);
  for (const task of realm.mainQueue.all()) realm.tracing.task(task, marker);
  for (const worker of workers) realm.tracing.task(worker.task, marker);
  for (const task of tasks) realm.tracing.task(task, marker);
  for (const scope of scopes.used()) realm.counters.traceScope(scope, marker);
}
