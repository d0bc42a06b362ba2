/**
 * Puts in order, in the main realm, what a worker that died has left: its commit (stm/recovery.ts), its mark as an active worker, its
 * place as the spinning one, its ticket for the serial token, and its task. A task whose effects have not begun runs again, in another worker.
 */
import type { Space } from '../heap/space.js';
import { SPINNER, TOKEN_SERVING, TOKEN_TICKETS } from '../protocol/control.js';
import { Phase, RealmRecord } from './records.js';
import { recoverCommit } from '../stm/recovery.js';
import { DRAWING, DRAWN } from '../stm/record.js';

/** What becomes of a dead worker's task. */
export type Remains =
  | { readonly kind: 'none' }
  | { readonly kind: 'again'; readonly task: number }
  /** Counters and queues may be half changed. */
  | { readonly kind: 'lost'; readonly task: number; readonly during: string };

export function bury(space: Space, id: number): Remains {
  const record = new RealmRecord(space, id);
  const { phase, task } = record;
  const hasCommitted = recoverCommit(space, id, record.commit());
  space.setPointer(SPINNER, id, 0);
  record.clear();
  switch (phase) {
    case Phase.Idle:
      return { kind: 'none' };
    case Phase.Taking:
      return { kind: 'lost', task: 0, during: 'took a task from the queue' };
    case Phase.Finishing:
      return { kind: 'lost', task, during: 'started what its handler has emitted' };
    case Phase.Attempting:
    case Phase.Starving:
      if (hasCommitted) return { kind: 'lost', task, during: 'stored what its handler has written' };
      return { kind: 'again', task };
  }
}

/**
 * Serves the next ticket if no living worker has the one that is being served, nor may have it. Called at times after a death: a worker
 * that draws a ticket just now leaves that open.
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
