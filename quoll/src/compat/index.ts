/**
 * The whole API, sequentially, on any engine and without the transform. A program behaves as on the parallel runtime, with
 * three differences: without the transform an exception does not undo what its handler has written, and console output and timers do not wait
 * for the handler's end; under `'*'` writes apply directly.
 */
import type { Api } from '../api.js';
import { emit, never, on, once, waitall } from './events.js';
import { markEventual } from './eventual.js';
import { scattered as scatter } from '../contract/arguments.js';
import { share } from './sharing.js';
import { async, finish, gather, mapReduce, request, spawn } from './tasks.js';

export type * from '../api.js';
export { append, histogram, joining, max, min, sum, union } from '../eventual.js';
export {
  async,
  emit,
  finish,
  gather,
  mapReduce,
  markEventual,
  markEventual as eventual,
  never,
  on,
  once,
  request,
  scatter,
  spawn,
  waitall,
};

/** Returns `value`: on one thread every object is shared. */
export function shared<T extends object>(value: T): T {
  share(value);
  return value;
}

/** There is no trace on one thread. */
export function traceparent(): undefined {
  return undefined;
}

/** The API as one object. */
export const api: Api = {
  ...{ on, once, never, emit, waitall, markEventual },
  ...{ spawn, async, finish, request, traceparent, mapReduce, scatter, gather, shared },
};
