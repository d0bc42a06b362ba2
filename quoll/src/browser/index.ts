/**
 * `@hocket/quoll/browser`: runs the handlers of a page in Web Workers. A bundler's plugin writes the call of `start`. Without
 * cross-origin isolation the page's program runs on one thread, with the same results.
 */
import { sequentialContract } from '../compat/contract.js';
import { describeWith } from '../compat/report.js';
import { install, installed } from '../contract/contract.js';
import { describeError, printed } from './format.js';
import { type PageOptions, type Shared, sharedBy, startPage } from './main.js';
import { EarlyWorker } from './pool.js';
import { pageTrace } from './tracing.js';
import { pageFetch, web } from './web.js';

export type { PageOptions } from './main.js';

/**
 * The page's trace so far, as JSON in Chrome's trace event format, which Perfetto and the performance panels of browsers open; `otlp`
 * is the same as spans of OpenTelemetry, one message of OTLP/JSON a line, for a service of the page's name; `runs` and `aborts` count the
 * attempts in it. Empty unless the plugin has the option `trace: true`. Workers send their slices when they have
 * nothing to do, or have 256. O(slices).
 */
export function trace(): {
  readonly json: string;
  readonly otlp: string;
  readonly runs: number;
  readonly aborts: number;
} {
  const kept = pageTrace();
  const { runs = 0, aborts = 0 } = kept ?? {};
  return {
    get json() {
      return kept ? kept.text() : NO_EVENTS;
    },
    get otlp() {
      return [...(kept?.otlp(web.location.pathname) ?? [])].map(message => `${message}\n`).join('');
    },
    ...{ runs, aborts },
  };
}

/** An empty trace as JSON. */
const NO_EVENTS = '{"displayTimeUnit":"ms","traceEvents":[]}';

/** Starts the run time, before the first rewritten module. Called again, it does nothing. */
export function start(options: PageOptions): void {
  // A bundler may put the page's modules into one file with modules that its workers load.
  if (installed() || !('document' in globalThis)) return;
  const alone = whyAlone();
  // The browser loads the first worker's file while the run time starts here.
  const early = alone === undefined ? new EarlyWorker(options.worker) : undefined;
  const shared = alone ?? sharedOr(options);
  const missing = typeof shared === 'string' ? shared : undefined;
  if (missing !== undefined) {
    early?.drop();
    console.info(
      `quoll: handlers run one after the other on the page's thread, with the same results: ${missing}`,
    );
    describeWith(describeError);
  }
  install(
    typeof shared !== 'string'
      ? startPage({ ...options, worker: () => early!.take() }, shared)
      : sequentialContract(printed, () => undefined, { fetch: pageFetch }),
  );
}

/** What the page and its workers share, or why there can be none. */
function sharedOr(options: PageOptions): Shared | string {
  try {
    return sharedBy(options);
  } catch (error) {
    return (
      `the browser gives no shared memory, or runs no WebAssembly here: ${String(error)}. ` +
      "A policy must allow 'wasm-unsafe-eval' for scripts"
    );
  }
}

/** Why the page can have no workers that share memory, if so. */
function whyAlone(): string | undefined {
  if (typeof WebAssembly !== 'object') return 'the browser runs no WebAssembly here';
  if (web.crossOriginIsolated !== true)
    return (
      'the page is not cross-origin isolated. To use all processors, serve it, and what it loads, with the headers ' +
      "'Cross-Origin-Opener-Policy: same-origin' and 'Cross-Origin-Embedder-Policy: require-corp'"
    );
  return web.navigator.locks ? undefined : 'the browser has no Web Locks here';
}
