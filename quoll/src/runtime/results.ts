/**
 * Ends a task: its result, or the exception that it threw, goes to its outcome; an exception
 * without an outcome is reported.
 */
import { isMade, UNREADABLE } from '../contract/messages.js';
import { Failure } from '../events/failures.js';
import { Local, type Outcome } from '../events/outcomes.js';
import { CannotShareError } from '../heap/errors.js';
import { FUNCTION } from '../heap/layout.js';
import { OF_TIMER, type TaskHead } from '../protocol/tasks.js';
import type { Realm } from '../events/realm.js';
import { ABORT } from '../stm/errors.js';

export class Results {
  constructor(private readonly realm: Realm) {}

  /** Stores a task's result in its outcome, as a part of the unit under way. */
  settle(head: TaskHead, place: unknown, result: unknown, failure?: Failure): void {
    if (head.outcome === 0) return;
    const outcome = this.realm.heap.view(head.outcome) as Outcome;
    try {
      outcome.settle(this.realm, result, failure, place);
    } catch (error) {
      throw error instanceof CannotShareError && !failure ? error.heldBy(this.returnOf(head)) : error;
    }
  }

  /** Where a task's result comes from, for messages. */
  private returnOf(head: TaskHead): string {
    const { heap } = this.realm;
    if (heap.properties.kind(head.function) !== FUNCTION) return '';
    const place = this.placeOf(heap.view(head.function) as Function);
    return place && `which the function at ${place} returns`;
  }

  /** The place of a function of the program, for messages; '' for any other. */
  placeOf(f: Function): string {
    const described = this.realm.heap.code.describe(f);
    return 'record' in described && described.record ? `${described.url}:${described.record.line}` : '';
  }

  /** As settle, for a promise that a task returned; a result that cannot be shared is a failure. */
  settleOrFail(head: TaskHead, place: unknown, result: unknown): void {
    try {
      this.realm.atomically(() => this.settle(head, place, result));
    } catch (error) {
      if (error === ABORT) throw error;
      this.fail(head, place, error);
    }
  }

  /** A task's function has thrown, and its writes are undone. */
  fail(head: TaskHead, place: unknown, error: unknown): void {
    const { realm } = this;
    if (head.flags & OF_TIMER) return this.give(Local.Raise, error);
    if (head.outcome === 0) return realm.report(realm.heap.values.strings.text(head.label), error);
    this.withFailure(error, failure => this.settle(head, place, undefined, failure));
  }

  /** The promise of a scope's own function has been rejected. */
  failScope(scope: number, error: unknown): void {
    this.withFailure(error, failure => {
      (this.realm.completionOf(scope) as Outcome).settle(this.realm, undefined, failure);
    });
  }

  /** Gives an exception that no code of the program catches to the main realm, as one of the program there. */
  give(local: number, error: unknown): void {
    this.withFailure(error, failure =>
      this.realm.start({ function: local, isMainOnly: true, args: [failure], label: 'an exception' }),
    );
  }

  /**
   * Runs `settle` as a transaction, which also reads the error, because that may run code of the program. Properties that cannot cross are
   * omitted from an Error; for any other thrown value that cannot cross, the reason crosses.
   */
  private withFailure(error: unknown, settle: (failure: Failure) => void): void {
    let reason: unknown;
    const tries = (thrown: unknown, crosses: (value: unknown) => boolean): boolean => {
      try {
        this.realm.atomically(() => settle(Failure.of(thrown, crosses)));
        return true;
      } catch (notShared) {
        if (notShared === ABORT) throw notShared;
        reason = notShared;
        return false;
      }
    };
    if (tries(error, value => this.crosses(value))) return;
    if (isMade(error, Error) && tries(error, isText)) return;
    if (!tries(reason, isText)) tries(new Error(UNREADABLE), isText);
  }

  /** Whether a value can be shared, as far as a check without publishing shows. */
  crosses(value: unknown): boolean {
    try {
      if (typeof value === 'function') this.realm.checkFunction(value);
      else this.realm.heap.check(value);
      return true;
    } catch (error) {
      if (error instanceof CannotShareError) return false;
      throw error;
    }
  }
}

function isText(value: unknown): boolean {
  return value === null || !/^(object|function|symbol|bigint)$/.test(typeof value);
}
