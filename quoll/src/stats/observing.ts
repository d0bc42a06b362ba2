/** Loads what counts and traces handlers. A realm's entry imports this module if it may be asked for either. */
import { useObservers } from './observers.js';
import { Recorder } from './recorder.js';
import { Tracer } from './trace.js';

useObservers({
  recorder: (heap, modules) => new Recorder(heap, modules),
  tracer: send => new Tracer(send),
});
