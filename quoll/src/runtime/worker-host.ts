/** What a worker needs of its host. */
import type { Unit } from '../events/unit.js';
import type { Slice } from '../stats/trace.js';

/** The functions of the host that a worker needs. */
export interface WorkerHost {
  /** Makes the main realm look into its queue. */
  wakeMain(): void;
  /** Loads what the function at `address` imports. */
  prepare(address: { url: string; id: number }): Promise<void>;
  describe(error: unknown): string;
  /** Lets the engine run the jobs that are due. `isLong`: it has done so many times, and sleeps for a moment. */
  runDue(isLong: boolean): Promise<void>;
  /** Whether an operation is pending in this thread that may settle a promise. */
  isWaiting(): boolean | Promise<boolean>;
  /** Called when the wait for the promises of a handler begins. */
  waits?(): void;
  /** Runs an attempt of a unit, and lets the jobs that it leaves behind know the unit. */
  during?(unit: Unit, body: () => void): void;
  /** What packages have left behind in the last attempt that goes on later. */
  left?(): string | undefined;
  /** Whether packages are loaded that may act. */
  hasPackages?(): boolean;
  /** Ends this thread; the main realm starts another in its place, with these `inMain`. */
  leave?(inMain: InMain): Promise<never>;
  /** Sends slices of this realm's trace to the main realm. */
  traced?(slices: readonly Slice[]): void;
}

/** Code of handlers that stay in the main realm, and why. */
export type InMain = ReadonlyMap<string, string>;
