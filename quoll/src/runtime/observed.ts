/** What the counts and the trace get to know of a worker's attempts. */
import type { Counters } from '../events/counters.js';
import type { TextCodec } from '../heap/strings.js';
import type { TaskMemory } from '../protocol/tasks.js';
import { isRequested, leaveReport } from '../stats/gathering.js';
import type { Recorder } from '../stats/recorder.js';
import type { Outcome, Tracer } from '../stats/trace.js';
import type { Stm } from '../stm/stm.js';
import type { Space } from '../heap/space.js';
import type { Attempt } from './attempt.js';

/** The parts of a worker that this needs; without `recorder` nothing is counted, without `tracer` nothing is traced. */
export interface Observable {
  readonly space: Space;
  readonly stm: Stm;
  readonly tasks: TaskMemory;
  readonly counters: Counters;
  readonly text: TextCodec;
  readonly recorder: Recorder | undefined;
  readonly tracer: Tracer | undefined;
  labelOf(task: number): string;
}

export class Observed {
  private hasReported = false;

  constructor(private readonly worker: Observable) {}

  get isReportDue(): boolean {
    const { recorder, space } = this.worker;
    return recorder !== undefined && !this.hasReported && isRequested(space);
  }

  reportIfDue(): void {
    if (this.isReportDue) this.report();
  }

  /** Gives the report of this worker, once. */
  report(): void {
    const { recorder, tracer, space, text } = this.worker;
    if (!recorder || this.hasReported) return;
    this.hasReported = true;
    tracer?.flush();
    // Handlers may have filled their part of the heap.
    space.purpose = 'run time';
    leaveReport(space, text, recorder.report);
  }

  /** An attempt of a task has ended so. `isFailure`: it only stored the failure of the task. */
  attempted(task: number, end: Attempt | undefined, isFailure: boolean, hadToken: boolean): void {
    const { tracer, recorder } = this.worker;
    if (tracer) this.trace(tracer, task, end);
    if (!isFailure && recorder) this.count(recorder, task, end, hadToken);
  }

  private count(recorder: Recorder, task: number, end: Attempt | undefined, hadToken: boolean): void {
    const { tasks, stm } = this.worker;
    const head = tasks.head(task);
    if (end?.kind === 'committed') recorder.committed(head, hadToken);
    else if (!end && !stm.isAbortedToRest()) recorder.aborted(head, this.argumentsOf(task));
  }

  private trace(tracer: Tracer, task: number, end: Attempt | undefined): void {
    const { tasks, counters, stm } = this.worker;
    const request = counters.request(tasks.scope(task));
    const ended = (outcome: Outcome, cause?: string) =>
      tracer.end(this.worker.labelOf(task), outcome, request, cause);
    if (!end) ended(stm.isAbortedToRest() ? 'waits' : 'aborted', this.causeOf(task));
    else if (end.kind === 'wants') ended('waits', 'for bytes that the main thread has');
    else if (end.kind !== 'stopped') ended(end.kind === 'failed' ? 'failed' : 'committed');
    else if (end.stop.kind === 'main') ended('moved', end.stop.what);
    else ended('waits', `for ${end.stop.kind}`);
  }

  /** The field over which the last attempt was aborted. */
  private causeOf(task: number): string | undefined {
    const { stm, recorder, tasks } = this.worker;
    if (stm.isAbortedToRest()) return 'a collection of garbage';
    return recorder?.conflictOf(tasks.head(task), this.argumentsOf(task));
  }

  private argumentsOf(task: number): number[] {
    const { tasks } = this.worker;
    return Array.from({ length: tasks.argumentCount(task) }, (_, i) => tasks.argument(task, i));
  }
}
