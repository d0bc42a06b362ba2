/**
 * Timers of handlers. A handler that commits starts its timers in the main realm. One that a worker's handler started runs its function as
 * a handler when the time has come, in any realm; one of a handler in the main realm runs it there. Each has a number that is unique across
 * realms.
 */
import { queueJob } from '../compat/host.js';
import { CannotShareError } from '../heap/errors.js';
import { nameAllAs } from '../heap/replacing.js';
import type { Realm } from './realm.js';
import { Local } from '../events/outcomes.js';

/**
 * The result of `setTimeout` and the like in a handler: plain data, so that any code of the program may clear
 * the timer.
 */
export interface HandlerTimer {
  readonly timer: number;
  /** A worker's timer may be cleared before the main realm has started it: it never starts then. */
  isCleared: boolean;
}

export type TimerKind = 'setTimeout' | 'setInterval' | 'setImmediate';

/** The timer functions of a realm inside handlers. */
export interface Timers {
  set(kind: TimerKind, f: Function, ms: number, args: unknown[]): HandlerTimer;
  clear(timer: unknown): void;
  queueJob(f: Function): void;
}

type TimerFunction = (...args: never[]) => unknown;

/** The global functions of a realm over its timers. */
export function timerFunctions(timers: Timers): Record<string, TimerFunction> {
  // A number would be one of the run time's own functions.
  const checked = (name: string, f: Function): Function => {
    if (typeof f !== 'function') throw new TypeError(`${name} needs a function, not ${String(f)}`);
    return f;
  };
  const set: Timers['set'] = (kind, f, ms, args) => timers.set(kind, checked(kind, f), ms, args);
  const later =
    (kind: TimerKind) =>
    (f: Function, ms: number = 0, ...args: unknown[]) =>
      set(kind, f, Number(ms), args);
  const clear = () => (timer: unknown) => timers.clear(timer);
  const functions = {
    setTimeout: later('setTimeout'),
    setInterval: later('setInterval'),
    setImmediate: (f: Function, ...args: unknown[]) => set('setImmediate', f, 0, args),
    queueMicrotask: (f: Function) => timers.queueJob(checked('queueMicrotask', f)),
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

/** A worker's realm, with the promises of the jobs that its handlers have queued. */
interface Working extends Realm {
  readonly jobs: WeakSet<object>;
}

/** The timers of a worker's handlers. */
export class WorkerTimers implements Timers {
  private readonly numbers: Numbers;

  constructor(private readonly realm: Working) {
    this.numbers = new Numbers(realm);
  }

  set(kind: TimerKind, f: Function, ms: number, args: unknown[]): HandlerTimer {
    this.stayWithWhatCannotCross(kind, f, args);
    const timer = { timer: this.numbers.take(), isCleared: false };
    this.realm.start({
      function: Local.SetTimer,
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

  /** A callback of a promise runs when the handler has committed, in the order of the engine's other jobs. */
  queueJob(f: Function): void {
    this.realm.jobs.add(Promise.resolve().then(f as () => void));
  }

  clear(timer: unknown): void {
    const number = cleared(timer);
    if (number === undefined) return;
    this.realm.start({
      function: Local.ClearTimer,
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
  turnOf(f: Function): (...args: unknown[]) => void;
}

type Clearing = Readonly<Record<string, (timer: unknown) => void>>;

/** All timers of handlers, where they run; and those of handlers in the main realm. */
export class MainTimers implements Timers {
  private readonly numbers: Numbers;
  private readonly running = new Map<number, () => void>();

  constructor(private readonly realm: MainTurns) {
    this.numbers = new Numbers(realm);
  }

  set(kind: TimerKind, f: Function, ms: number, args: unknown[]): HandlerTimer {
    const timer = this.numbers.take();
    const turn = this.realm.turnOf(f);
    this.realm.effect(() => this.run(timer, kind, ms, () => turn(...args)));
    return { timer, isCleared: false };
  }

  /** A timer of a worker's handler that has committed. */
  setForWorker(timer: HandlerTimer, kind: TimerKind, ms: number, f: Function, ...args: unknown[]): void {
    if (timer.isCleared) return;
    const call = { function: f, isMainOnly: false, args, timer, label: `the function of ${kind}` };
    this.run(timer.timer, kind, ms, () => this.realm.start(call));
  }

  private run(timer: number, kind: TimerKind, ms: number, f: () => void): void {
    const fire = () => {
      if (kind !== 'setInterval') this.running.delete(timer);
      f();
    };
    const started = globalThis[kind](fire, ms);
    this.running.set(timer, () => (globalThis as never as Clearing)[kind.replace('set', 'clear')]!(started));
  }

  clear(timer: unknown): void {
    const number = cleared(timer);
    if (number === undefined) return;
    if (this.realm.isInHandler) this.realm.effect(() => this.stop(number));
    else this.stop(number);
  }

  queueJob(f: Function): void {
    queueJob(this.realm, this.realm.turnOf(f));
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
