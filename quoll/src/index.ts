/**
 * The API as functions. Under `quoll app.mjs` or `--import @hocket/quoll/register` handlers run in parallel; without it the
 * same program runs sequentially.
 */
import type { Api } from './api.js';
import { api as sequential } from './compat/index.js';
import { installed } from './contract/contract.js';

export type * from './api.js';
export { append, histogram, joining, max, min, sum, union } from './eventual.js';

/**
 * The API of the run time, looked up at each call, because the program may import this module before the run time starts.
 */
function current(): Api {
  return installed()?.api ?? sequential;
}

/** Registers `handler` for every later event `label` of `target`. Returns `target`. (Paper, section 3.1.) */
export const on: Api['on'] = (...args) => current().on(...args);

/** Registers `handler` for one event `label` of `target`. Returns `target`. (Paper, section 3.1.) */
export const once: Api['once'] = (...args) => current().once(...args);

/** Removes all handlers of `label` from `target`. Returns `target`. (Paper, section 3.1.) */
export const never: Api['never'] = (...args) => current().never(...args);

/** Emits an event: each handler of `label` runs once, later, with `args`. Never blocks. (Paper, section 3.1.) */
export const emit: Api['emit'] = (...args) => current().emit(...args);

/** Registers a guard that runs once, after all events `label` that this handler or turn emits. (Paper, section 3.3.) */
export const waitall: Api['waitall'] = (...args) => current().waitall(...args);

/** Marks a field eventual: handlers that change it never conflict over it. (Paper, section 5.1.) */
export const markEventual: Api['markEventual'] = (...args) => current().markEventual(...args);

/** `markEventual`. */
export const eventual: Api['markEventual'] = markEventual;

/** Runs `f(...args)` as a handler of its own and returns its result as a future. (Paper, section 4.1.) */
export const spawn: Api['spawn'] = (f, ...args) => current().spawn(f, ...args);

/** Runs `f(...args)` as a task of the `finish` around it. (Paper, section 4.1.) */
export const async: Api['async'] = (f, ...args) => current().async(f, ...args);

/** Calls `f` and completes when all activities that it started are done. (Paper, section 4.1.) */
export const finish: Api['finish'] = f => current().finish(f);

/** `finish` for the work on one request, a span of the trace; `header` is the W3C header that came with it. */
export const request: Api['request'] = (name, header, f) => current().request(name, header, f);

/** The W3C header `traceparent` to send on; undefined without a trace. */
export const traceparent: Api['traceparent'] = () => current().traceparent();

/** Maps elements in parallel and reduces the results in order. (Paper, section 4.2.) */
export const mapReduce: Api['mapReduce'] = (elements, map, reduce) =>
  current().mapReduce(elements, map, reduce);

/** Splits an array into chunks of nearly equal length. (Paper, section 4.2.) */
export const scatter: Api['scatter'] = (elements, parts) => current().scatter(elements, parts);

/** Runs `f` on each chunk in parallel and collects the results in order. (Paper, section 4.2.) */
export const gather: Api['gather'] = (chunks, f) => current().gather(chunks, f);

/** Publishes an object and everything that it reaches, and returns it. */
export const shared: Api['shared'] = value => current().shared(value);
