/**
 * Cleans up in the main realm after a worker that died: its commit (stm/recovery.ts), its mark as an active worker, its place as the
 * spinning one, its ticket for the serial token, and its task. A task whose effects have not begun runs again, in another worker.
 */
import type { Space } from '../heap/space.js';
import { SPINNER, TOKEN_SERVING, TOKEN_TICKETS } from '../protocol/control.js';
import type { Queue } from '../protocol/queue.js';
import type { TaskMemory } from '../protocol/tasks.js';
import { handsOf, Phase, RealmRecord } from './records.js';
import { recoverCommit } from '../stm/recovery.js';
import { DRAWING, DRAWN } from '../stm/record.js';

/** The outcome of a dead worker's task. */
export type Remains =
  | { readonly kind: 'none' }
  /** The worker had taken these tasks and begun none. */
  | { readonly kind: 'taken'; readonly tasks: readonly number[] }
  | { readonly kind: 'again'; readonly task: number }
  /** It has committed; the journal in these notes lists the remaining steps. */
  | { readonly kind: 'committed'; readonly task: number; readonly notes: number }
  /** Counters and queues may be half changed. */
  | { readonly kind: 'lost'; readonly task: number; readonly during: string };

export function bury(space: Space, queue: Queue, id: number): Remains {
  const record = new RealmRecord(space, id);
  const { phase, task, notes, isPlanComplete, isHanding, held } = record;
  const hasCommitted = recoverCommit(space, id, record.commit());
  const taken = phase === Phase.Taking ? queue.recover(handsOf(id, notes)) : [];
  space.setPointer(SPINNER, id, 0);
  record.clear();
  const committed = (during: string): Remains =>
    isPlanComplete ? { kind: 'committed', task, notes } : { kind: 'lost', task, during };
  if (isHanding)
    return { kind: 'lost', task: held, during: 'handed over what its handlers have contributed' };
  switch (phase) {
    case Phase.Idle:
      return { kind: 'none' };
    case Phase.Taking:
      return { kind: 'taken', tasks: taken };
    case Phase.Finishing:
      return committed('started what its handler has emitted');
    case Phase.Attempting:
    case Phase.Starving:
      return hasCommitted ? committed('stored what its handler has written') : { kind: 'again', task };
  }
}

/** The tasks of a dead worker whose contributions are lost: no effect of their handlers is visible, so they run again. */
export function heldBy(space: Space, tasks: TaskMemory, id: number): number[] {
  const { held, task, isHanding } = new RealmRecord(space, id);
  const all: number[] = [];
  if (!isHanding) for (let at = held; at !== 0; at = tasks.next(at)) all.push(at);
  // A worker that died just before it had recorded its task.
  return all.filter(each => each !== task);
}

/**
 * Skips the ticket that is being served, if it is certain that no living worker has it. While a worker is drawing a ticket, this is
 * uncertain; so this function is called repeatedly after a death.
 */
export function skipLostTicket(space: Space, workers: readonly RealmRecord[]): void {
  const serving = space.count(TOKEN_SERVING);
  if (serving === space.count(TOKEN_TICKETS)) return;
  const mayHave = ({ ticketState, ticket }: RealmRecord) =>
    ticketState === DRAWING || (ticketState === DRAWN && ticket === serving);
  if (workers.some(mayHave)) return;
  space.setPointer(TOKEN_SERVING, serving, serving + 1);
  space.notify(TOKEN_SERVING);
}
