/**
 * Counters that realms count down to 0, for guards and for `finish`. They are outside of transactions,
 * because the activities that they count have committed.
 *
 *   0   how many are left; `runtime/journal.ts` counts down
 *   4   of a group: the guards' tasks, a chain; of a scope: the scope around it, or 0
 *   8   of a scope: the object whose `completed` is called at 0
 *   12  of a scope: the number of the request that it belongs to, or 0 (stats/requests.ts)
 */
import type { Marker } from '../heap/marking.js';
import type { Space } from '../heap/space.js';
import { NEXT } from '../protocol/tasks.js';

const LEFT = 0;
const GUARDS = 4;
const OUTER = 4;
const COMPLETES = 8;
const REQUEST = 12;
const BYTES = 16;

export class Counters {
  constructor(private readonly space: Space) {}

  /** A group of `count` emissions before these guards. */
  makeGroup(count: number, guards: readonly number[]): number {
    const group = this.space.allocateLasting(BYTES);
    let chain = 0;
    for (const guard of guards) {
      this.space.store(guard + NEXT, chain);
      chain = guard;
    }
    this.space.store(group + GUARDS, chain);
    this.space.storePointer(group + LEFT, count);
    return group;
  }

  /** The tasks of the guards of a group. */
  guardsOf(group: number): readonly number[] {
    const guards: number[] = [];
    for (let task = this.space.load(group + GUARDS); task !== 0; task = this.space.load(task + NEXT))
      guards.push(task);
    return guards;
  }

  /** Counts one more activity before the guards of a group. */
  enterGroup(group: number): void {
    if (group !== 0) this.space.add(group + LEFT, 1);
  }

  /** Makes a scope, which counts 1 for the code that makes it. `request`: its request; by default that of the scope around it. */
  makeScope(outer: number, request = this.request(outer)): number {
    const scope = this.space.allocateLasting(BYTES);
    this.space.store(scope + OUTER, outer);
    this.space.store(scope + REQUEST, request);
    this.space.storePointer(scope + LEFT, 1);
    return scope;
  }

  /** The number of the request to which a scope belongs; 0 for none. */
  request(scope: number): number {
    return scope === 0 ? 0 : this.space.load(scope + REQUEST);
  }

  /** Counts a started activity in a scope and in each enclosing scope. */
  enterScope(scope: number): void {
    for (let at = scope; at !== 0; at = this.space.load(at + OUTER)) this.space.add(at + LEFT, 1);
  }

  /**
   * The innermost scope that is not done: this one or an enclosing one. An activity that starts after its
   * scope is done does not belong to it.
   */
  openScope(scope: number): number {
    let at = scope;
    while (at !== 0 && this.space.count(at + LEFT) <= 0) at = this.space.load(at + OUTER);
    return at;
  }

  /** `scope`, or, if it lies in the scope that calls `object`'s `completed`, the scope around that one. */
  scopeOutside(object: number, scope: number): number {
    for (let at = scope; at !== 0; at = this.space.load(at + OUTER)) {
      if (this.completes(at) === object) return this.space.load(at + OUTER);
    }
    return scope;
  }

  /** A scope and those around it, the innermost first. */
  *around(scope: number): Generator<number> {
    for (let at = scope; at !== 0; at = this.space.load(at + OUTER)) yield at;
  }

  setCompletes(scope: number, object: number): void {
    this.space.store(scope + COMPLETES, object);
  }

  completes(scope: number): number {
    return this.space.load(scope + COMPLETES);
  }

  /** `guard` gets the tasks of guards that wait for the group. */
  traceGroup(group: number, marker: Marker, guard: (task: number) => void): void {
    if (group === 0 || !marker.mark(group, BYTES)) return;
    for (let task = this.space.load(group + GUARDS); task !== 0; task = this.space.load(task + NEXT))
      guard(task);
  }

  /** A scope and those around it. */
  traceScope(scope: number, marker: Marker): void {
    for (let at = scope; at !== 0 && marker.mark(at, BYTES); at = this.space.load(at + OUTER)) {
      marker.object(this.space.load(at + COMPLETES));
    }
  }
}
