/**
 * Host objects of rewritten modules in the main thread. The output of a handler and its timers wait until it
 * has ended, so that a failed handler leaves neither.
 */
import type { Host } from '../runtime/contract.js';

/** The functions of the run time that host objects use. */
export interface Handlers {
  /** Does a handler run now? */
  readonly isInHandler: boolean;
  /** Performs an effect when the current handler has committed. */
  effect(effect: () => void): void;
}

/** The result of a timer call in a handler, before and after the timer is started. */
class Held {
  started: unknown;
  isCleared = false;
}

const PRINTING = ['log', 'info', 'warn', 'error', 'debug'] as const;
const STARTING = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'] as const;
const CLEARING = ['clearTimeout', 'clearInterval', 'clearImmediate'] as const;

type Call = (...args: unknown[]) => unknown;

/** The host objects, some of which `own` replaces. */
export function hostWith(own: Readonly<Record<string, unknown>>): Host {
  return new Proxy(globalThis as unknown as Host, {
    get: (target, name) =>
      Object.hasOwn(own, name) ? own[name as string] : (Reflect.get(target, name) as unknown),
  });
}

/**
 * A console whose output waits. `freeze` converts the arguments of a call to text, because they may change
 * later.
 */
export function waitingConsole(handlers: Handlers, freeze: (args: unknown[]) => unknown[]): Console {
  const output = Object.create(console) as Console;
  for (const method of PRINTING) {
    output[method] = (...args: unknown[]) => {
      if (!handlers.isInHandler) return console[method](...args);
      const texts = freeze(args);
      handlers.effect(() => console[method](...texts));
    };
  }
  return output;
}

/** Timer functions whose timers wait. */
export function waitingTimers(handlers: Handlers): Record<string, Call> {
  const real = globalThis as unknown as Record<string, Call | undefined>;
  const held: Record<string, Call> = {};
  const hold = (name: string, call: Call) => {
    held[name] = Object.defineProperty(call, 'name', { value: name });
  };
  for (const name of STARTING) {
    hold(name, (...args) => {
      if (!handlers.isInHandler) return real[name]!(...args);
      const timer = new Held();
      handlers.effect(() => {
        if (!timer.isCleared) timer.started = real[name]!(...args);
      });
      return name === 'queueMicrotask' ? undefined : timer;
    });
  }
  for (const name of CLEARING) {
    hold(name, timer => {
      if (!(timer instanceof Held)) return real[name]!(timer);
      const clear = () => {
        timer.isCleared = true;
        real[name]!(timer.started);
      };
      if (handlers.isInHandler) handlers.effect(clear);
      else clear();
      return undefined;
    });
  }
  return held;
}
