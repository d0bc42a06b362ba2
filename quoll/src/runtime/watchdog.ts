/**
 * Under `--watchdog`, reports which handler runs for a long time, and what each worker waits for.
 */
import type { Space } from '../heap/space.js';
import { COLLECTION, PENDING, TOKEN_SERVING, TOKEN_TICKETS, TURN } from '../protocol/control.js';
import { Phase, type RealmRecord } from './records.js';
import { DRAWN, FOR_COMMIT, FOR_TICKET, FOR_TURN } from '../stm/record.js';

/** The state of a worker at the last check. */
interface Seen {
  readonly taken: number;
  readonly since: number;
  isReported: boolean;
}

const DOING: Readonly<Record<Phase, string>> = {
  [Phase.Idle]: 'has no task',
  [Phase.Taking]: 'takes a task',
  [Phase.Attempting]: 'runs',
  [Phase.Starving]: 'waits for memory, for',
  [Phase.Finishing]: 'ends',
};

const SLEEPING: Readonly<Record<number, string>> = {
  [FOR_TICKET]: 'sleeps until its ticket is served',
  [FOR_COMMIT]: 'sleeps, to commit, until no handler has the token',
  [FOR_TURN]: 'sleeps until a turn of the main realm ends',
};

/** What the watchdog sees of the main realm. */
interface Watched {
  readonly space: Space;
  readonly garbage: { readonly safepoint: { workers(): readonly RealmRecord[] } };
  /** The name of a task in messages. */
  labelOf(task: number): string;
}

/** What another thread gets to know of the main realm, which cannot watch itself. */
interface Shown {
  began(what: string): void;
  ended(): void;
}

export class Watchdog {
  private readonly seen = new Map<number, Seen>();

  constructor(
    private readonly realm: Watched,
    private readonly shown: Shown,
    private readonly seconds: number,
    private readonly print: (text: string) => void,
  ) {}

  /** A turn of the main realm has begun, for a task or 0; or, without argument, ended if one has begun. */
  turns(task?: number): void {
    if (task === undefined) this.shown.ended();
    else this.shown.began(task === 0 ? 'a turn' : this.realm.labelOf(task));
  }

  /** Reports, once, each worker that has had the same task for too long. */
  look(): void {
    const now = performance.now();
    for (const worker of this.realm.garbage.safepoint.workers()) {
      const known = this.seen.get(worker.id);
      if (known?.taken !== worker.taken || worker.phase === Phase.Idle) {
        this.seen.set(worker.id, { taken: worker.taken, since: now, isReported: false });
      } else if (!known.isReported && now - known.since > 1000 * this.seconds) {
        known.isReported = true;
        this.print(
          `quoll --watchdog: a worker has had a task for ${this.seconds} s: ${this.describe(worker)}\n${this.text()}`,
        );
      }
    }
  }

  /** The state of each worker, and the words that they wait for. */
  private text(): string {
    const { space } = this.realm;
    const words = [
      `tasks that have not ended ${space.count(PENDING)}`,
      `serial token ${space.count(TOKEN_SERVING)} of ${space.count(TOKEN_TICKETS)} tickets`,
      `a turn ${space.count(TURN) & 1 ? 'runs' : 'does not run'}`,
      `a collection is ${space.count(COLLECTION) & 1 ? '' : 'not '}requested`,
    ];
    return [
      ...this.realm.garbage.safepoint.workers().map(worker => `  ${this.describe(worker)}`),
      `  ${words.join(', ')}`,
    ].join('\n');
  }

  private describe(worker: RealmRecord): string {
    const { id, phase, task, sleep, ticketState, ticket } = worker;
    const parts = [`worker ${id - 1} ${DOING[phase]}${task === 0 ? '' : ` ${this.realm.labelOf(task)}`}`];
    if (ticketState === DRAWN) {
      parts.push(
        ticket === this.realm.space.count(TOKEN_SERVING) ? 'has the serial token' : `has ticket ${ticket}`,
      );
    }
    if (SLEEPING[sleep] !== undefined) parts.push(SLEEPING[sleep]);
    if (!worker.isActive) parts.push('rests');
    return parts.join(', ');
  }
}
