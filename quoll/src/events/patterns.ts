/** spawn, async, finish and mapReduce, on tasks and outcomes. */
import type { Api } from '../api.js';
import { checkFunction, isThenable, scattered } from '../contract/arguments.js';
import { Collector, Completion, Future, type Outcome, Reduction } from './outcomes.js';
import { isAsync } from './promises.js';
import type { Realm } from './realm.js';

type Patterns = Pick<
  Api,
  'spawn' | 'async' | 'finish' | 'request' | 'traceparent' | 'mapReduce' | 'scatter' | 'gather' | 'shared'
>;

export function patterns(realm: Realm): Patterns {
  const startCall = (
    f: Function,
    args: readonly unknown[],
    outcome: Outcome | undefined,
    label: string,
  ): void => {
    realm.checkFunction(f);
    for (const arg of args) realm.heap.check(arg);
    start(f, args, outcome, label);
  };

  const start = (f: Function, args: readonly unknown[], outcome: Outcome | undefined, label: string): void =>
    realm.start({ function: f, isMainOnly: false, args, label, ...(outcome && { outcome }) });

  /**
   * Runs `body` in a scope of its own; `completes` is called when all activities that it started are done, also if it throws an exception,
   * because the scope around it counts this one.
   * `request`: the number of the request that it begins, or 0.
   */
  const within = (completes: Outcome, body: () => unknown, request = 0): void => {
    if (isAsync(body)) realm.needsMain('a finish that waits for a promise');
    const unit = realm.unit();
    const outer = unit.scope;
    const scope = realm.counters.makeScope(outer, request || undefined);
    (unit.completions ??= new Map()).set(scope, completes);
    realm.defer(() => realm.counters.setCompletes(scope, realm.heap.publish(completes)));
    unit.entered.push(outer);
    const leave = () => {
      realm.releaseScope(scope);
      realm.leaveScope(scope);
    };
    unit.scope = scope;
    let waits: unknown;
    try {
      waits = realm.inScope(scope, body);
    } finally {
      unit.scope = outer;
      if (!isThenable(waits)) unit.left.push(scope);
    }
    if (!isThenable(waits)) return;
    realm.needsMain('a finish that waits for a promise');
    realm.holdScope(scope);
    waits.then(leave, (error: unknown) => {
      realm.results.failScope(scope, error);
      leave();
    });
  };

  const mapAll = (
    elements: unknown[],
    map: Function,
    reduce: Function | undefined,
    what: string,
  ): Reduction<never> => {
    const reduction = new Reduction<never>(what);
    const collector = new Collector(elements.length, reduce, reduction);
    // None starts unless all can.
    realm.checkFunction(map);
    for (const element of elements) realm.heap.check(element);
    within(collector, () => {
      elements.forEach((element, i) => start(map, [element, i], collector, `the map of ${what}`));
    });
    return reduction;
  };

  return {
    spawn(f, ...args) {
      checkFunction('spawn', f);
      const future = new Future<never>(`the task ${nameOf(f)} of spawn`);
      startCall(f, args, future, future.what);
      return future;
    },
    async(f, ...args) {
      checkFunction('async', f);
      const around = realm.completion();
      startCall(f, args, around instanceof Completion ? around : undefined, `the task ${nameOf(f)} of async`);
    },
    finish(f) {
      checkFunction('finish', f);
      const completion = new Completion('a task of finish');
      within(completion, f);
      return completion;
    },
    request(name, header, f) {
      checkFunction('request', f);
      const completion = new Completion('a task of request');
      within(completion, f, realm.beginRequest(name, typeof header === 'string' ? header : undefined));
      return completion;
    },
    traceparent: () => realm.traceparent(),
    mapReduce(elements, map, reduce) {
      checkFunction('mapReduce', map);
      checkFunction('mapReduce', reduce);
      return mapAll([...elements], map, reduce, 'mapReduce');
    },
    gather(chunks, f) {
      checkFunction('gather', f);
      return mapAll([...chunks], f, undefined, 'gather');
    },
    scatter: (elements, parts) => scattered([...elements], parts),
    shared(value) {
      realm.heap.publish(value);
      return value;
    },
  };
}

function nameOf(f: Function): string {
  return f.name || '(anonymous)';
}
