import type { Callbacks } from './promises.js';
import type { Contribution } from '../events/eventual.js';
import type { Outcome } from '../events/outcomes.js';

/** What a handler's attempt, or a main turn, leaves behind when it commits. */

/** The emissions of one label on one object by one unit. */
export interface Emissions {
  isEmitted: boolean;
  /** Tasks of the handlers. */
  readonly tasks: number[];
  /** Tasks of the guards that wait for them. */
  readonly guards: number[];
}

export class Unit {
  /**
   * What the unit registered, emitted and started, to be done at its end, in this order. Until then nothing of it is published: an array
   * that becomes a view loses its elements under a loop that is going over it.
   */
  readonly deferred: (() => void)[] = [];
  /** Tasks to enqueue. */
  readonly tasks: number[] = [];
  /** Scopes that count one more activity when the unit commits, and one less when its contributions are in. */
  readonly entered: number[] = [];
  readonly left: number[] = [];
  /** Groups that count the unit until its contributions are in. */
  readonly groups: number[] = [];
  /** The unit's own values of eventual fields, by record, and of fields under '*' by object and name. */
  readonly contributions = new Map<number, Contribution>();
  readonly named = new Map<number, Map<string | symbol, Contribution>>();
  /** The objects behind the scopes that the unit has made. */
  readonly completions = new Map<number, Outcome>();
  readonly afterCommit: (() => void)[] = [];
  /** What it has given to promises, and the one that its function has returned, in a worker. */
  callbacks: Callbacks | undefined;
  returned: Promise<unknown> | undefined;
  private readonly emissions = new Map<string, Emissions>();

  /** `scope` is the `finish` around the unit, or 0. `isHandler`: a handler's; it ends before others run, not with a microtask. */
  constructor(
    public scope: number,
    readonly isHandler = true,
  ) {}

  emissionsOf(target: number, label: string): Emissions {
    const key = `${target} ${label}`;
    const known = this.emissions.get(key);
    if (known) return known;
    const emissions = { isEmitted: false, tasks: [], guards: [] };
    this.emissions.set(key, emissions);
    return emissions;
  }

  /** Does what was deferred; an action may defer others. Throws what the first one throws, after the rest. */
  finish(): void {
    let failure: { error: unknown } | undefined;
    for (let i = 0; i < this.deferred.length; i++) {
      try {
        this.deferred[i]!();
      } catch (error) {
        failure ??= { error };
      }
    }
    this.deferred.length = 0;
    if (failure) throw failure.error;
  }

  /** All emissions that guards wait for. */
  guarded(): Emissions[] {
    return [...this.emissions.values()].filter(({ guards }) => guards.length > 0);
  }
}
