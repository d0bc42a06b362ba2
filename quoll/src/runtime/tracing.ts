/**
 * Marks the objects in shared memory that tasks, and the activities that wait for them, keep alive.
 */
import type { Counters } from '../events/counters.js';
import type { Departure } from '../events/departures.js';
import type { Marker } from '../heap/marking.js';
import type { TaskMemory } from '../protocol/tasks.js';

export class TaskTracing {
  constructor(
    private readonly tasks: TaskMemory,
    private readonly counters: Counters,
  ) {}

  /** Marks a task, and the groups and scopes that wait for it. */
  task(task: number, marker: Marker): void {
    if (task === 0 || marker.isMarked(task)) return;
    this.tasks.trace(task, marker, (group, scope) => {
      this.group(group, marker);
      this.counters.traceScope(scope, marker);
    });
  }

  private group(group: number, marker: Marker): void {
    this.counters.traceGroup(group, marker, guard => this.task(guard, marker));
  }

  departure({ tasks, groups, scopes, ended }: Departure, marker: Marker): void {
    for (const each of [...tasks, ...ended]) this.task(each, marker);
    for (const group of groups) this.group(group, marker);
    for (const scope of scopes) this.counters.traceScope(scope, marker);
  }
}
