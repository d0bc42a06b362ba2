/**
 * Host objects of rewritten modules on one thread: what a handler prints, and the timers that it starts, wait until it has ended, so
 * that a handler that fails leaves neither, as on the parallel run time.
 */
import type { Host } from '../runtime/contract.js';
import { isInHandler, turn } from './turns.js';

/** What a timer call answers in a handler, until the timer is started and after. */
class Held {
  started: unknown;
  isCleared = false;
}

const PRINTING = ['log', 'info', 'warn', 'error', 'debug'] as const;
const STARTING = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'] as const;
const CLEARING = ['clearTimeout', 'clearInterval', 'clearImmediate'] as const;

type Call = (...args: unknown[]) => unknown;

/** `freeze` makes of the arguments of a console call what they are now, as text. */
export function sequentialHost(freeze: (args: unknown[]) => unknown[]): Host {
  const real = globalThis as unknown as Record<string, Call | undefined>;
  const held = new Map<string, Call>();
  const hold = (name: string, call: Call) => {
    held.set(name, Object.defineProperty(call, 'name', { value: name }));
  };
  for (const name of STARTING) {
    hold(name, (...args) => {
      if (!isInHandler()) return real[name]!(...args);
      const timer = new Held();
      turn().effect(() => {
        if (!timer.isCleared) timer.started = real[name]!(...args);
      });
      return name === 'queueMicrotask' ? undefined : timer;
    });
  }
  for (const name of CLEARING) {
    hold(name, timer => {
      if (!(timer instanceof Held)) return real[name]!(timer);
      turn().effect(() => {
        timer.isCleared = true;
        real[name]!(timer.started);
      });
      return undefined;
    });
  }
  const output = Object.create(console) as Console;
  for (const method of PRINTING) {
    output[method] = (...args: unknown[]) => {
      if (!isInHandler()) return console[method](...args);
      const texts = freeze(args);
      turn().effect(() => console[method](...texts));
    };
  }
  return new Proxy(globalThis as unknown as Host, {
    get: (target, name) =>
      name === 'console' ? output : (held.get(name as string) ?? (Reflect.get(target, name) as unknown)),
  });
}
