/** What counts and traces the handlers of a realm, if it is loaded: most pages need neither, and do not load it. */
import type { Heap } from '../heap/heap.js';
import type { ModuleList } from '../protocol/modules.js';
import type { Recorder } from './recorder.js';
import type { Slice } from './slice.js';
import type { Tracer } from './trace.js';

export interface Observers {
  recorder(heap: Heap, modules: ModuleList): Recorder;
  tracer(send: (slices: readonly Slice[]) => void): Tracer;
}

let loaded: Observers | undefined;

/** Makes them available to the realms of this thread. */
export function useObservers(observers: Observers): void {
  loaded = observers;
}

export function observers(): Observers | undefined {
  return loaded;
}
