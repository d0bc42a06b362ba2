/**
 * Results that come later: futures, completions of `finish`, reductions. They are shared objects like the program's own, so that any
 * realm can take them, and settling one is part of the transaction that made the result.
 */
import type { Completion as CompletionApi, Future as FutureApi, Reduction as ReductionApi } from '../api.js';
import { type Call, PassedOn } from './call.js';
import { isAsync } from './promises.js';
import type { Realm } from './realm.js';
import { Rule } from './eventual.js';
import { checkCallbacks } from '../contract/arguments.js';
import { aggregate } from '../contract/aggregate.js';
import { Failure, Failures } from './failures.js';
import { Stamp } from '../heap/stamp.js';
import { ScopeReference } from '../heap/values.js';
import { OwnWeakSet } from '../heap/weak.js';

/** A waiter for a result: two references to functions, and the `finish` that waits for the callback. */
interface Taker {
  done: Reference;
  failed: Reference | undefined;
  scope: ScopeReference | undefined;
}

interface Reference {
  /** A function, or the stand-in for one that only the main realm has. */
  function: object;
  isMainOnly: boolean;
}

/** A callback and what it gets. */
interface Callback {
  readonly reference: Reference;
  readonly args: unknown[];
}

const PENDING = 0;
const DONE = 1;
const FAILED = 2;

/** The realm that this copy of the code belongs to. */
let here: Realm;

export function useRealm(realm: Realm): void {
  here = realm;
}

/** Functions of the main realm that only give a value to a promise. */
export const settlers = new OwnWeakSet<Function>();

/** The two functions that settle a promise. The main realm has them until a collection, so they hold neither the outcome nor, once called, its result. */
function settlersOf<R>(
  resolve: (result: R) => void,
  reject: (error: unknown) => void,
  rejection: (error: unknown) => unknown,
): [Function, Function] {
  let settle: readonly [typeof resolve, typeof reject] | undefined = [resolve, reject];
  const taken = () => {
    const both = settle;
    settle = undefined;
    return both;
  };
  const settling = (result: R) => taken()?.[0](result);
  settlers.add(settling);
  return [settling, (error: unknown) => taken()?.[1](rejection(error))];
}

export class Outcome<R = unknown> implements PromiseLike<R> {
  state = PENDING;
  result: unknown = undefined;
  isTaken = false;
  takers: Taker[] = [];
  what: string;

  constructor(what: string) {
    this.what = what;
  }

  /** Called in the transaction of the task that makes the result. `place` is that task's last argument. */
  settle(realm: Realm, result: unknown, failure: Failure | undefined, _place?: unknown): void {
    this.state = failure ? FAILED : DONE;
    this.result = failure ?? result;
    for (const taker of this.takers) this.call(realm, taker);
    this.takers = [];
    if (failure && !this.isTaken) realm.start(reportTask(this));
  }

  /** Starts the matching callback, in the scope that waits for it. */
  private call(realm: Realm, taker: Taker): void {
    const scope = taker.scope?.address ?? 0;
    const callback = this.callback(taker);
    if (callback) {
      realm.start({
        ...passedOn(realm, callback.reference),
        args: callback.args,
        label: `the callback of ${this.what}`,
        scope,
      });
    }
    if (scope !== 0) realm.unit().left.push(scope);
  }

  protected callback({ done, failed }: Taker): Callback | undefined {
    const reference = this.state === DONE ? done : failed;
    return reference && { reference, args: [this.result] };
  }

  take(done: Function, failed?: Function): void {
    // In the main realm any function can be called later.
    if (!here.isMain && ![done, failed].every(f => here.results.crosses(f)))
      here.needsMain(`a callback of ${this.what}`);
    const unit = here.unit();
    const scope = here.counters.scopeOutside(Stamp.of(this), unit.scope);
    if (scope !== 0) unit.entered.push(scope);
    const taker = {
      done: referenceTo(here, done, here.isMain),
      failed: failed && referenceTo(here, failed, here.isMain),
      scope: scope === 0 ? undefined : new ScopeReference(scope),
    };
    if (failed) this.isTaken = true;
    if (this.state === PENDING) this.takers.push(taker);
    else this.call(here, taker);
  }

  /** The reason with which a promise of this outcome is rejected. */
  protected rejection(this: void, error: unknown): unknown {
    return error;
  }

  then<A = R, B = never>(
    done?: ((result: R) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    if (!here.isMain) return here.stopFor({ kind: 'main', what: `waiting for ${this.what} with a promise` });
    return new Promise<R>((resolve, reject) => {
      this.take(...settlersOf(resolve, reject, this.rejection));
    }).then(done, failed);
  }
}

export class Future<R> extends Outcome<R> implements FutureApi<R> {
  get(done: (result: R) => unknown, failed?: (error: unknown) => unknown): this {
    checkCallbacks('get', done, failed);
    this.take(done, failed);
    return this;
  }
}

export class Completion extends Outcome<void> implements CompletionApi {
  failures = new Failures();

  ondone(done: (failures?: unknown[]) => unknown): this {
    checkCallbacks('ondone', done);
    this.take(done, done.length > 0 ? done : undefined);
    return this;
  }

  /** A task of the `finish`: its failure waits until all are done. */
  override settle(_realm: Realm, _result: unknown, failure: Failure | undefined): void {
    if (failure) this.failures.all.push(failure);
  }

  protected override callback({ done, failed }: Taker): Callback | undefined {
    if (this.state === DONE) return { reference: done, args: [] };
    return failed && { reference: failed, args: [this.failures] };
  }

  completed(realm: Realm): void {
    super.settle(realm, undefined, this.failures.all.at(0));
  }

  protected override rejection(this: void, error: unknown): unknown {
    return aggregate(error as unknown[]);
  }
}

export class Reduction<R> extends Outcome<R> implements ReductionApi<R> {
  ondone(done: (result: R) => unknown, failed?: (error: unknown) => unknown): this {
    checkCallbacks('ondone', done, failed);
    this.take(done, failed);
    return this;
  }
}

/** Takes the results of a map, in order. Its tasks' last argument is their index. */
export class Collector extends Outcome {
  results: unknown[];
  /** The failure of the first element that has failed, and its index. */
  failure: Failure | undefined = undefined;
  failed = Infinity;
  reduce: Reference | undefined;
  reduction: Reduction<unknown>;

  constructor(length: number, reduce: Function | undefined, reduction: Reduction<unknown>) {
    super(reduction.what);
    this.results = new Array(length).fill(undefined) as unknown[];
    this.reduce = reduce && referenceTo(here, reduce, false);
    this.reduction = reduction;
  }

  override settle(realm: Realm, result: unknown, failure: Failure | undefined, place: unknown): void {
    if (failure) {
      if ((place as number) > this.failed) return;
      this.failure = failure;
      this.failed = place as number;
    } else realm.heap.properties.setElement(Stamp.of(this.results), place as number, result);
  }

  completed(realm: Realm): void {
    if (this.failure) this.reduction.settle(realm, undefined, this.failure);
    else if (!this.reduce) this.reduction.settle(realm, this.results, undefined);
    else {
      realm.start({
        ...passedOn(realm, this.reduce),
        args: [this.results],
        outcome: this.reduction,
        label: this.what,
      });
    }
  }
}

/** Classes of the run time whose instances are shared. Their place in the list is their address. */
export const BUILT_IN: readonly Function[] = [
  Failure,
  Failures,
  Future,
  Completion,
  Reduction,
  Collector,
  Rule,
];

function referenceTo(realm: Realm, f: Function, staysHere: boolean): Reference {
  const isMainOnly = staysHere || isAsync(f);
  return { function: isMainOnly && realm.isMain ? realm.pin(f) : f, isMainOnly };
}

/**
 * The function of a reference, for a task. A result may be stored after the commit of a task, when its worker cannot wait for the code of
 * the callbacks, so no view of the function is made.
 */
function passedOn({ heap }: Realm, reference: Reference): Pick<Call, 'function' | 'isMainOnly'> {
  const { isMainOnly } = reference;
  const address = Stamp.of(reference);
  if (address === 0) return { function: reference.function, isMainOnly };
  const field = heap.properties.peek(address, 'function');
  return { function: new PassedOn(heap.values.reference(field).value), isMainOnly };
}

/** Reports the failure, unless the program has handled it by then. */
function reportTask(outcome: Outcome): Call {
  return { function: Local.Report, isMainOnly: true, self: outcome, args: [], label: outcome.what };
}

/** Numbers of the run time's own functions in the main realm, which other realms start. */
export const enum Local {
  Report,
  Print,
  SetTimer,
  ClearTimer,
  Accumulate,
  Raise,
  Reject,
}
