import type { Callbacks } from './promises.js';
import type { OwnValues } from './own-values.js';
import type { Reference } from './call.js';
import { isMade } from '../contract/messages.js';
import { HeapFullError } from '../heap/errors.js';

/** The effects of a handler's attempt, or of a main turn, that follow its commit. */

/** The handlers of one label on one object. */
export interface Handlers {
  readonly references: readonly Reference[];
  /** The name of their tasks in messages, as the id of a text. */
  readonly name: number;
}

/** The emissions of one label on one object by one unit. */
export interface Emissions {
  readonly target: number;
  readonly label: string;
  isEmitted: boolean;
  /** Tasks of the handlers. */
  readonly tasks: number[];
  /** Tasks of the guards that wait for them. */
  readonly guards: number[];
  /** The handlers that an event runs; valid until the unit changes the registrations. */
  handlers: Handlers | undefined;
}

export class Unit {
  /**
   * The registrations, emissions and tasks of the unit, which take effect at its end, in this order. Until
   * then none of their objects is published, because an array that becomes a view loses its elements while
   * a loop may iterate over it.
   */
  readonly deferred: (() => void)[] = [];
  /** Tasks to enqueue. */
  readonly tasks: number[] = [];
  /** Scopes that count one more activity when the unit commits, and one less when its contributions are accumulated. */
  readonly entered: number[] = [];
  readonly left: number[] = [];
  /** Groups that count the unit until its contributions are accumulated. */
  readonly groups: number[] = [];
  readonly afterCommit: (() => void)[] = [];
  // Most units need none of these.
  /** The unit's own values of eventual fields. */
  eventual: OwnValues | undefined = undefined;
  /** Whether the unit, in the main realm, has read an eventual field. */
  readsEventual = false;
  /** Groups to leave when the contributions are accumulated. */
  groupsLeft: readonly number[] | undefined = undefined;
  /** The objects behind the scopes that the unit has made. */
  completions: Map<number, object> | undefined = undefined;
  /** In a worker: its callbacks for promises, and the promise that its function has returned. */
  callbacks: Callbacks | undefined = undefined;
  returned: Promise<unknown> | undefined = undefined;
  /** In the main realm: whether each callback that it gives to a promise is a turn of its own. */
  hasTurnsOfPromises = false;
  /** In the main realm: an exception has undone it. */
  isUndone = false;
  /** In a worker: it has committed, or failed and does not run again. */
  isFinal = false;
  private emissions: Map<string, Map<number, Emissions>> | undefined = undefined;
  private last: Emissions | undefined = undefined;

  /**
   * `scope` is the `finish` around the unit, or 0. `isHandler`: the unit belongs to a handler, so it ends
   * before other units run, not with a microtask.
   */
  constructor(
    public scope: number,
    readonly isHandler = true,
  ) {}

  emissionsOf(target: number, label: string): Emissions {
    const { last } = this;
    if (last && last.target === target && last.label === label) return last;
    return (this.last = this.findEmissions(target, label));
  }

  private findEmissions(target: number, label: string): Emissions {
    this.emissions ??= new Map();
    let targets = this.emissions.get(label);
    if (!targets) this.emissions.set(label, (targets = new Map()));
    let found = targets.get(target);
    if (!found) {
      found = { target, label, isEmitted: false, tasks: [], guards: [], handlers: undefined };
      targets.set(target, found);
    }
    return found;
  }

  /**
   * Performs the deferred actions, which may defer others, and rethrows the first failure after the last one.
   * Once the heap is full, the rest would fail as slowly as each looks for memory.
   */
  finish(): void {
    const { deferred } = this;
    if (deferred.length === 0) return;
    let failure: { error: unknown } | undefined;
    for (let i = 0; i < deferred.length; i++) {
      try {
        deferred[i]!();
      } catch (error) {
        failure ??= { error };
        if (isMade(error, HeapFullError)) break;
      }
    }
    deferred.length = 0;
    if (failure) throw failure.error;
  }

  /** All emissions that guards wait for. */
  guarded(): readonly Emissions[] {
    if (!this.emissions) return NONE;
    const all = [...this.emissions.values()].flatMap(targets => [...targets.values()]);
    return all.filter(({ guards }) => guards.length > 0);
  }
}

const NONE: readonly Emissions[] = [];
