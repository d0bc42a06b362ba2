/** What `util.promisify` returns for the timer functions of rewritten modules. */
import { promisify } from 'node:util';

type Start = (f: (value: unknown) => void, ...args: unknown[]) => unknown;
type Promised = (...args: unknown[]) => Promise<unknown>;

/** Lets `promisify` return for these timer functions what it returns for the engine's own. */
export function promiseTimers(functions: object): void {
  const own = functions as Record<string, Start>;
  const native = globalThis as unknown as Record<string, { [promisify.custom]: Promised }>;
  const add = (name: string, value: Promised) =>
    Object.defineProperty(own[name], promisify.custom, {
      value: Object.defineProperty(value, 'name', { value: name }),
    });
  const { setTimeout, setImmediate } = own;
  // With options, such as a signal, the engine's own function does the work.
  add('setTimeout', (ms, value, options) =>
    options === undefined
      ? new Promise(resolve => setTimeout!(resolve, ms, value))
      : native['setTimeout']![promisify.custom](ms, value, options),
  );
  add('setImmediate', (value, options) =>
    options === undefined
      ? new Promise(resolve => setImmediate!(resolve, value))
      : native['setImmediate']![promisify.custom](value, options),
  );
}
