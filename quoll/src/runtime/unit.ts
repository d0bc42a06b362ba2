import type { Contribution } from '../events/eventual.js';

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
  /** Tasks to enqueue. */
  readonly tasks: number[] = [];
  /** The unit's own values of eventual fields, by record, or by object and name. */
  readonly contributions = new Map<number | string, Contribution>();
  readonly afterCommit: (() => void)[] = [];
  private readonly emissions = new Map<string, Emissions>();

  /** `scope` is the `finish` around the unit, or 0. */
  constructor(public scope: number) {}

  emissionsOf(target: number, label: string): Emissions {
    const key = `${target} ${label}`;
    const known = this.emissions.get(key);
    if (known) return known;
    const emissions = { isEmitted: false, tasks: [], guards: [] };
    this.emissions.set(key, emissions);
    return emissions;
  }

  /** All emissions that guards wait for. */
  guarded(): Emissions[] {
    return [...this.emissions.values()].filter(({ guards }) => guards.length > 0);
  }
}
