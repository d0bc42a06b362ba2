/** Checks whether some order of the transactions explains all their reads. */

/** One transaction, or one attempt of one. Values are unique: no two writes store the same one, none stores the first one. */
export interface Attempt<V> {
  name: string;
  committed: boolean;
  /** What it read before it wrote the field itself; the first value of a field is `undefined`. */
  reads: { field: number; value: V | undefined }[];
  /** The values it stored, in its order; only the last one of a field may be seen by others. */
  writes: { field: number; value: V }[];
  /** The transactions that had ended before this one began. */
  after: string[];
}

/**
 * Returns what is wrong: a read of a value that no committed transaction left, or a cycle. Attempts that were aborted are in the order
 * too, as readers, so what they saw must be consistent (opacity). `versions` has each field's committed values, oldest first.
 */
export function findAnomaly<V>(
  attempts: readonly Attempt<V>[],
  versions: ReadonlyMap<number, readonly V[]>,
): string | undefined {
  const writers = new Map<V, Attempt<V>>();
  for (const attempt of attempts) {
    if (!attempt.committed) continue;
    const last = new Map(attempt.writes.map(({ field, value }) => [field, value]));
    for (const value of last.values()) writers.set(value, attempt);
  }
  const edges = new Map<Attempt<V>, Map<Attempt<V>, string>>(attempts.map(attempt => [attempt, new Map()]));
  const add = (from: Attempt<V> | undefined, to: Attempt<V> | undefined, why: string) => {
    if (from && to && from !== to) edges.get(from)!.set(to, why);
  };

  const byName = new Map(
    attempts.filter(attempt => attempt.committed).map(attempt => [attempt.name, attempt]),
  );
  const next = new Map<number, Map<V | undefined, Attempt<V>>>();
  for (const [field, all] of versions) {
    const values = all.filter(value => writers.has(value));
    const successors = new Map<V | undefined, Attempt<V>>();
    values.forEach((value, i) => {
      successors.set(values[i - 1], writers.get(value)!);
      if (i > 0) add(writers.get(values[i - 1]!), writers.get(value), `overwrote field ${field} of`);
    });
    next.set(field, successors);
  }
  for (const attempt of attempts) {
    for (const name of attempt.after) add(byName.get(name), attempt, 'began after');
    for (const { field, value } of attempt.reads) {
      if (value !== undefined && !writers.has(value)) {
        return `${attempt.name} read ${value} in field ${field}, which no committed transaction left there`;
      }
      if (value !== undefined) add(writers.get(value), attempt, `read field ${field} of`);
      add(attempt, next.get(field)?.get(value), `overwrote field ${field} as read by`);
    }
  }
  return findCycle(edges);
}

/** Depth-first search with an explicit stack; the histories of real threads are long. */
function findCycle<V>(edges: Map<Attempt<V>, Map<Attempt<V>, string>>): string | undefined {
  const done = new Set<Attempt<V>>();
  const path = new Set<Attempt<V>>();
  for (const start of edges.keys()) {
    if (done.has(start)) continue;
    const stack = [{ node: start, rest: edges.get(start)!.keys() }];
    path.add(start);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const { value: to, done: end } = top.rest.next();
      if (end) {
        stack.pop();
        path.delete(top.node);
        done.add(top.node);
      } else if (path.has(to)) {
        const cycle = stack.slice(stack.findIndex(({ node }) => node === to)).map(({ node }) => node);
        return describeCycle(cycle, edges);
      } else if (!done.has(to)) {
        path.add(to);
        stack.push({ node: to, rest: edges.get(to)!.keys() });
      }
    }
  }
  return undefined;
}

function describeCycle<V>(cycle: Attempt<V>[], edges: Map<Attempt<V>, Map<Attempt<V>, string>>): string {
  const steps = cycle.map((from, i) => {
    const to = cycle[(i + 1) % cycle.length]!;
    return `${to.name} ${edges.get(from)!.get(to)} ${from.name}`;
  });
  return `no order explains it: ${steps.join('; ')}`;
}
