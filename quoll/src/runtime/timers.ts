/**
 * Timers of handlers. A handler that commits starts its timers in the main realm. One that a worker's handler started runs its function as
 * a handler when the time has come, in any realm; one of a handler in the main realm runs it there. Each has a number that is unique across
 * realms.
 */
import type { Call } from '../events/call.js';
import { CannotShareError } from '../heap/errors.js';
import { nameAllAs } from '../heap/replacing.js';
import type { Realm } from './realm.js';
import { LOCALS } from '../events/outcomes.js';

/**
 * The result of `setTimeout` and the like in a handler: plain data, so that any code of the program may clear
 * the timer.
 */
export interface HandlerTimer {
  readonly timer: number;
  /** A worker's timer may be cleared before the main realm has started it: it never starts then. */
  isCleared: boolean;
}

export type TimerKind = 'setTimeout' | 'setInterval' | 'setImmediate' | 'queueMicrotask';

/** The timer functions of a realm inside handlers. */
export interface Timers {
  set(kind: TimerKind, f: Function, ms: number, args: unknown[]): HandlerTimer;
  clear(timer: unknown): void;
}

type TimerFunction = (...args: never[]) => unknown;

/** The global functions of a realm over its timers. */
export function timerFunctions(timers: Timers): Record<string, TimerFunction> {
  const set: Timers['set'] = (kind, f, ms, args) => {
    // A number would be one of the run time's own functions.
    if (typeof f !== 'function') throw new TypeError(`${kind} needs a function, not ${String(f)}`);
    return timers.set(kind, f, ms, args);
  };
  const later =
    (kind: TimerKind) =>
    (f: Function, ms: number = 0, ...args: unknown[]) =>
      set(kind, f, Number(ms), args);
  const clear = () => (timer: unknown) => timers.clear(timer);
  const functions = {
    setTimeout: later('setTimeout'),
    setInterval: later('setInterval'),
    setImmediate: (f: Function, ...args: unknown[]) => set('setImmediate', f, 0, args),
    queueMicrotask: (f: Function) => void set('queueMicrotask', f, 0, []),
    clearTimeout: clear(),
    clearInterval: clear(),
    clearImmediate: clear(),
  };
  return nameAllAs(functions, globalThis);
}

/** The number of a handler's timer, undefined for any other value. */
export function numberOf(timer: unknown): number | undefined {
  const number = (timer as Partial<HandlerTimer> | null | undefined)?.timer;
  return typeof number === 'number' ? number : undefined;
}

/** Notes that a timer must not start, and returns its number; undefined for any other value. */
function cleared(timer: unknown): number | undefined {
  const number = numberOf(timer);
  if (number !== undefined && (timer as HandlerTimer).isCleared === false)
    (timer as HandlerTimer).isCleared = true;
  return number;
}

const NUMBERS_PER_REALM = 2 ** 32;

/** Gives numbers to the timers of one realm. */
class Numbers {
  private next: number;

  constructor(realm: Realm) {
    this.next = realm.data.id * NUMBERS_PER_REALM;
  }

  take(): number {
    return this.next++;
  }
}

/** The timers of a worker's handlers. */
export class WorkerTimers implements Timers {
  private readonly numbers: Numbers;

  constructor(private readonly realm: Realm) {
    this.numbers = new Numbers(realm);
  }

  set(kind: TimerKind, f: Function, ms: number, args: unknown[]): HandlerTimer {
    this.stayWithWhatCannotCross(kind, f, args);
    const timer = { timer: this.numbers.take(), isCleared: false };
    this.realm.start({
      function: LOCALS.setTimer,
      isMainOnly: true,
      args: [timer, kind, ms, f, ...args],
      label: kind,
    });
    return timer;
  }

  /** A promise's `resolve`, for instance, belongs to one thread: the handler runs again in the main realm, whose timers share nothing. */
  private stayWithWhatCannotCross(kind: TimerKind, f: Function, args: readonly unknown[]): void {
    try {
      this.realm.checkFunction(f);
      for (const value of args) this.realm.heap.check(value);
    } catch (error) {
      if (!(error instanceof CannotShareError)) throw error;
      this.realm.needsMain(`${kind} with what cannot be shared`);
    }
  }

  clear(timer: unknown): void {
    const number = cleared(timer);
    if (number === undefined) return;
    this.realm.start({
      function: LOCALS.clearTimer,
      isMainOnly: true,
      args: [number],
      label: 'clearing a timer',
    });
  }
}

/** The functions of the main realm that timers need. */
interface MainTurns extends Realm {
  readonly isInHandler: boolean;
  effect(effect: () => void): void;
}

/** All timers of handlers, where they run; and those of handlers in the main realm. */
export class MainTimers implements Timers {
  private readonly numbers: Numbers;
  private readonly running = new Map<number, () => void>();

  constructor(private readonly realm: MainTurns) {
    this.numbers = new Numbers(realm);
  }

  set(kind: TimerKind, f: Function, ms: number, args: unknown[]): HandlerTimer {
    const timer = this.numbers.take();
    // A turn of an interval may have been begun, but not run, when the program clears it.
    const isOver = () => kind === 'setInterval' && !this.running.has(timer);
    // The arguments stay in this realm, so they need not be shareable.
    const call =
      args.length === 0 && kind !== 'setInterval'
        ? f
        : () => (isOver() ? undefined : (f(...args) as unknown));
    this.realm.effect(() => this.run(timer, kind, ms, { function: call, isMainOnly: true, args: [] }));
    return { timer, isCleared: false };
  }

  /** A timer of a worker's handler that has committed. */
  setForWorker(timer: HandlerTimer, kind: TimerKind, ms: number, f: Function, ...args: unknown[]): void {
    if (!timer.isCleared) this.run(timer.timer, kind, ms, { function: f, isMainOnly: false, args, timer });
  }

  private run(timer: number, kind: TimerKind, ms: number, call: Omit<Call, 'label'>): void {
    const fire = () => {
      if (kind !== 'setInterval') this.running.delete(timer);
      this.realm.start({ ...call, label: `the function of ${kind}` });
    };
    const started = kind === 'setInterval' ? setInterval(fire, ms) : setTimeout(fire, ms);
    this.running.set(timer, () => clearTimeout(started));
  }

  clear(timer: unknown): void {
    const number = cleared(timer);
    if (number === undefined) return;
    if (this.realm.isInHandler) this.realm.effect(() => this.stop(number));
    else this.stop(number);
  }

  stop(timer: number): void {
    this.running.get(timer)?.();
    this.running.delete(timer);
  }

  /** The global functions: in handlers these timers, elsewhere the engine's own. Timers of both kinds can be cleared anywhere. */
  functions(): Record<string, TimerFunction> {
    const native = globalThis as unknown as Record<string, TimerFunction>;
    const chosen = Object.entries(timerFunctions(this)).map(([name, own]) => {
      const isOwn = name.startsWith('clear')
        ? (args: unknown[]) => numberOf(args[0]) !== undefined
        : () => this.realm.isInHandler;
      return [name, (...args: never[]) => (isOwn(args) ? own(...args) : native[name]!(...args))];
    });
    return nameAllAs(Object.fromEntries(chosen) as typeof native, native);
  }
}
