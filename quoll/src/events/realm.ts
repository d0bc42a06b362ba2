/** The realm as the event API uses it: units of work, and the tasks that they start. */
import type { Call, Reference } from './call.js';
import type { Counters } from './counters.js';
import type { Departure } from './departures.js';
import type { Unit } from './unit.js';
import type { Heap } from '../heap/heap.js';
import type { Marker } from '../heap/marking.js';
import type { Space } from '../heap/space.js';

export interface Realm {
  readonly isMain: boolean;
  readonly space: Space;
  readonly heap: Heap;
  readonly counters: Counters;
  readonly results: {
    failScope(scope: number, error: unknown): void;
    /** Whether a value can be shared. */
    crosses(value: unknown): boolean;
  };
  readonly tracing: { departure(departure: Departure, marker: Marker): void };

  /** The unit that runs now. */
  unit(): Unit;
  /** Performs `action` at the end of the unit, as a part of it. */
  defer(action: () => void): void;
  /** Runs `body`, which must not throw, as a transaction of the run time. */
  atomically(body: () => void): void;
  /** Runs `f`; false if code is missing in this realm. */
  loads(f: () => void): boolean;
  /** Prints a failure that the program does not handle. */
  report(what: string, error: unknown): void;

  /** Throws at the call that passes the function, if the function cannot run in other realms. */
  checkFunction(f: Function): void;
  /** In the main realm: the stand-in for one of its functions in other realms. */
  pin(f: Function): object;
  /** The form of a function in a task. */
  reference(f: Function | object | number, isMainOnly: boolean): Reference;
  /** Starts a task when the unit commits. */
  start(call: Call): void;
  /** Makes a task that is not enqueued yet. `name` is the id of its name in messages. */
  makeTask(
    f: Reference,
    self: number,
    args: readonly unknown[],
    name: number,
    scope: number,
    outcome?: number,
  ): number;
  /** Called before an operation that only the main realm can perform: reruns the handler there. */
  needsMain(what: string): void;
  /** Ends the attempt, which then runs in the main realm. */
  stopFor(stop: { kind: 'main'; what: string }): never;

  /** The enclosing `finish`, which gets the failures of tasks that start now. */
  completion(): object | undefined;
  /** Runs `f` inside `scope`, which also encloses the rest of an async function after an await. */
  inScope<R>(scope: number, f: () => R): R;
  /** A promise of this realm is to leave the scope. */
  holdScope(scope: number): void;
  releaseScope(scope: number): void;
  leaveScope(scope: number): void;
  /** Begins a request, in the main realm; returns its number, or 0 if the program is not traced. */
  beginRequest(name: string, header: string | undefined): number;
  /** The header of the request of what runs now; undefined if the program is not traced. */
  traceparent(): string | undefined;
  /** The object that gets the failures of a scope's tasks. */
  completionOf(scope: number): object;

  leaveDeparture(departure: number): void;
  /** Accumulates an object's contributions when the missing code is loaded. */
  accumulateLater(object: number): void;
}
