/**
 * How workers wait for tasks, and are woken:
 *
 *   W1  A realm that has enqueued tasks reads SPINNER, then SLEEPERS; if nobody spins for one of them and workers sleep, it changes WAKE
 *       and notifies.
 *   W2  At most one worker spins before it sleeps, because waking a thread takes longer than most handlers. No realm wakes a worker for a task
 *       that it leaves to the spinning one; so that one looks into the queue once more after it has removed its id from SPINNER, and
 *       wakes another worker if there are more tasks.
 *   W3  A worker that sleeps counts itself in SLEEPERS, then reads WAKE, then looks into the queue once more; so the realm of W1 either
 *       sees the sleeper, or the sleeper sees the task. It sleeps unless WAKE has changed, and looks again.
 *
 * A worker that dies asleep stays counted in SLEEPERS: then W1 notifies without need.
 */
import type { Space } from '../heap/space.js';
import { SLEEPERS, SPINNER, WAKE } from '../protocol/control.js';
import type { Queue } from '../protocol/queue.js';

type Cells = Pick<Space, 'add' | 'count' | 'setPointer' | 'wait' | 'notify'>;

export class Waiting {
  constructor(
    private readonly space: Cells,
    private readonly queue: Pick<Queue, 'isEmpty' | 'take'>,
  ) {}

  /** W1. */
  wake(tasks: number): void {
    const missing = tasks - (this.space.count(SPINNER) === 0 ? 0 : 1);
    if (missing <= 0 || this.space.count(SLEEPERS) === 0) return;
    this.space.add(WAKE, 1);
    this.space.notify(WAKE, missing);
  }

  /** W2: a task, or 0 if none has come before `isOver`. */
  spin(id: number, isOver: () => boolean): number {
    const { space, queue } = this;
    if (space.setPointer(SPINNER, 0, id) === 0) {
      while (queue.isEmpty && !isOver());
      space.setPointer(SPINNER, id, 0);
    }
    const task = queue.take();
    if (task !== 0 && !queue.isEmpty) this.wake(1);
    return task;
  }

  /** W3: a task that has come before the sleep, or 0. `isDue`: other work is due; `rest` runs its argument. */
  sleep(isDue: () => boolean, rest: (meanwhile: () => void) => void): number {
    const { space } = this;
    space.add(SLEEPERS, 1);
    const round = space.count(WAKE);
    const task = this.queue.take();
    if (task === 0 && !isDue()) rest(() => space.wait(WAKE, round));
    space.add(SLEEPERS, -1);
    return task;
  }
}
