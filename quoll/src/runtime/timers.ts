/**
 * Timers of handlers. A handler that commits starts its timers in the main realm, which runs their functions as handlers when the time has
 * come. Each is known by a number that no two realms give twice.
 */
import type { Realm } from './realm.js';
import { LOCALS } from '../events/outcomes.js';

/** What `setTimeout` and its like answer in a handler: data, so that another handler may clear the timer. */
export interface HandlerTimer {
  readonly timer: number;
}

export type TimerKind = 'setTimeout' | 'setInterval' | 'setImmediate' | 'queueMicrotask';

const NUMBERS_PER_REALM = 2 ** 32;

/** The timer functions of a worker's handlers. */
export class HandlerTimers {
  private count = 0;

  constructor(private readonly realm: Realm) {}

  set(kind: TimerKind, f: Function, ms = 0, ...args: unknown[]): HandlerTimer {
    this.realm.checkFunction(f);
    const timer = this.realm.data.id * NUMBERS_PER_REALM + this.count++;
    this.realm.start({
      function: LOCALS.setTimer,
      isMainOnly: true,
      args: [timer, kind, Number(ms), f, ...args],
      label: kind,
    });
    return { timer };
  }

  clear(given: unknown): void {
    const timer = (given as Partial<HandlerTimer> | undefined)?.timer;
    if (typeof timer !== 'number') return;
    this.realm.start({
      function: LOCALS.clearTimer,
      isMainOnly: true,
      args: [timer],
      label: 'clearing a timer',
    });
  }
}

/** The timers of handlers in the main realm. */
export class RunningTimers {
  private readonly running = new Map<number, () => void>();

  constructor(private readonly realm: Realm) {}

  set(timer: number, kind: TimerKind, ms: number, f: Function, ...args: unknown[]): void {
    const fire = () => {
      if (kind !== 'setInterval') this.running.delete(timer);
      this.realm.start({ function: f, isMainOnly: false, args, label: `the function of ${kind}` });
    };
    const started = kind === 'setInterval' ? setInterval(fire, ms) : setTimeout(fire, ms);
    this.running.set(timer, () => clearTimeout(started));
  }

  clear(timer: number): void {
    this.running.get(timer)?.();
    this.running.delete(timer);
  }
}
