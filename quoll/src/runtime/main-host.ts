/** What the main realm needs of its host. */
import type { Requests } from '../stats/requests.js';
import type { Slice } from '../stats/trace.js';
import type { Carried, Storage } from './roots.js';

/** The functions of the host that the main realm needs. */
export interface MainHost {
  /** Starts workers, up to the limit. */
  startWorkers(tasks: number): void;
  /** Keeps the program alive, or allows it to end. */
  stayAlive(isNeeded: boolean): void;
  /** Calls `f` after what the engine has queued. */
  later(f: () => void): void;
  prepare(address: { url: string; id: number }): Promise<void>;
  print(method: string, text: string): void;
  describe(error: unknown): string;
  endProgram(why: string): void;
  /** Makes the engine drop the views that the program does not use. */
  dropViews(): void;
  /** Takes slices of this realm's trace. */
  traced?(slices: readonly Slice[]): void;
  readonly requests?: Requests;
  /** Where async functions carry their scopes. */
  readonly storage: Storage<Carried>;
}
