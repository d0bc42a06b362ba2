/**
 * Host objects of rewritten modules in the main thread. The output of a handler and its timers wait until it
 * has ended, so that a failed handler leaves neither.
 */
import type { Host } from '../contract/contract.js';
import { nameAllAs } from '../heap/replacing.js';

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

/** A line that a method of `console` is to print. */
export interface Printed {
  readonly method: string;
  readonly text: string;
}

/**
 * The text that a call of `console` prints, from the present state of its arguments; undefined if the output
 * is not text.
 */
export type Printing = (method: string, args: readonly unknown[]) => readonly Printed[] | undefined;

/** A console whose output waits. `lend` returns a value in the form for code that is not rewritten. */
export function waitingConsole(
  handlers: Handlers,
  printing: Printing,
  lend: (value: unknown) => unknown,
): Console {
  const real = console as unknown as Record<string, Call>;
  const waiting = methodsOf(console).map(name => [
    name,
    (...given: unknown[]) => {
      const args = legible(name, given, lend);
      // A stopwatch starts at once; its output waits.
      if (!handlers.isInHandler || name === 'time') return real[name]!(...args);
      const lines = printing(name, args);
      handlers.effect(() => {
        if (!lines) real[name]!(...args);
        else for (const { method, text } of lines) real[method]!(text);
      });
      return undefined;
    },
  ]);
  return Object.assign(Object.create(console) as Console, nameAllAs(Object.fromEntries(waiting), console));
}

/** The arguments of a method of `console`, in a form whose properties it can list. */
export function legible(method: string, args: unknown[], lend: (value: unknown) => unknown): unknown[] {
  if (method === 'table') return args.map(lend);
  return method === 'dir' ? [args[0], { customInspect: true, ...(args[1] as object) }] : args;
}

/** The names of an object's own functions, without classes. */
export function methodsOf(object: object): string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'function' && /^[a-z]/.test(name) ? [name] : [],
  );
}

type Job = () => void;

/** Queues a job of a handler among the engine's other jobs. It does nothing if the handler does not commit. */
export function queueJob(handlers: Pick<Handlers, 'effect'>, job: Job): void {
  let committed: typeof job | undefined;
  handlers.effect(() => {
    committed = job;
  });
  queueMicrotask(() => committed?.());
}

/** Timer functions whose timers wait. `turnOf` makes a function a handler. */
export function waitingTimers(handlers: Handlers, turnOf: (f: Function) => Job): Record<string, Call> {
  const real = globalThis as unknown as Record<string, Call | undefined>;
  const held: Record<string, Call> = {};
  for (const name of STARTING) {
    held[name] = (...args) => {
      const [f] = args;
      if (!handlers.isInHandler || typeof f !== 'function') return real[name]!(...args);
      args[0] = turnOf(f);
      if (name === 'queueMicrotask') return queueJob(handlers, args[0] as Job);
      const timer = new Held();
      handlers.effect(() => {
        if (!timer.isCleared) timer.started = real[name]!(...args);
      });
      return timer;
    };
  }
  for (const name of CLEARING) {
    held[name] = timer => {
      if (!(timer instanceof Held)) return real[name]!(timer);
      const clear = () => {
        timer.isCleared = true;
        real[name]!(timer.started);
      };
      if (handlers.isInHandler) handlers.effect(clear);
      else clear();
      return undefined;
    };
  }
  return nameAllAs(held, globalThis);
}
