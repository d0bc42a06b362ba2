/**
 * The page's workers. A browser does not say that a worker has ended, so each worker holds a lock of the Web Locks API for as long as it lives: the
 * browser gives it to the page when the worker's last instruction is over, however it has ended.
 */
import type { RealmData } from '../runtime/realm.js';
import type { InMain } from '../runtime/worker-host.js';
import type { Slice } from '../stats/trace.js';
import { web, type WebWorker } from './web.js';

/** What a worker gets at its start. */
export interface WorkerStart extends RealmData {
  /** The name of the lock that it holds. */
  readonly lock: string;
  /** How many functions of the language the page's thread has. */
  readonly known: number;
  /** What workers before it have learned. */
  readonly inMain: InMain;
}

/** What a worker reports. */
export type Report =
  | { readonly kind: 'awake' }
  /** It holds its lock. */
  | { readonly kind: 'started' }
  | { readonly kind: 'traced'; readonly slices: readonly Slice[] }
  /** It ends, and another is to take its place. */
  | { readonly kind: 'left'; readonly inMain: InMain }
  /** It has ended; `isStart`: before it could run anything. */
  | { readonly kind: 'ended'; readonly why: string; readonly isStart: boolean };

const KINDS: ReadonlySet<unknown> = new Set<Report['kind']>([
  ...(['awake', 'started', 'traced', 'left', 'ended'] as const),
]);

function reportIn(data: unknown): Report | undefined {
  const isReport = typeof data === 'object' && data !== null && KINDS.has((data as Partial<Report>).kind);
  return isReport ? (data as Report) : undefined;
}

export interface PoolOptions {
  readonly make: () => WebWorker;
  readonly most: number;
  readonly wakeMain: () => void;
  readonly traced: (id: number, slices: readonly Slice[]) => void;
  readonly died: (id: number, why: string) => void;
  /** No worker can start. */
  readonly failed: (why: string) => void;
}

/** Makes workers, the first one at once. */
export class EarlyWorker {
  private made: WebWorker | undefined;

  constructor(private readonly make: () => WebWorker) {
    try {
      this.made = make();
    } catch {
      // The next attempt shows why.
    }
  }

  take(): WebWorker {
    const { made } = this;
    this.made = undefined;
    return made ?? this.make();
  }

  /** Ends the first one, if it has not been taken. */
  drop(): void {
    this.made?.terminate();
  }
}

export class Pool {
  /** Living workers. */
  count = 0;
  /** Ids of workers that have died. */
  private readonly free: number[] = [];
  private readonly living = new Set<WebWorker>();
  private isClosed = false;
  /** A worker has started before there were tasks. */
  private hasEarly = false;
  private readonly inMain = new Map<string, string>();
  /** How many workers may live. Each that cannot start lowers it, so that such workers are not replaced for ever. */
  private most: number;

  constructor(
    private readonly data: Omit<WorkerStart, 'lock' | 'inMain'>,
    private readonly options: PoolOptions,
  ) {
    this.most = options.most;
  }

  /** Starts the worker of the first task before that comes. */
  startEarly(started: (id: number) => void): void {
    this.start(1, started);
    this.hasEarly = true;
  }

  /** Starts workers until there is one for each task, or the limit is reached. */
  start(tasks: number, started: (id: number) => void): void {
    if (this.hasEarly && tasks > 0) {
      this.hasEarly = false;
      tasks--;
    }
    for (; !this.isClosed && this.count < this.most && tasks > 0; tasks--) {
      const id = this.free.pop() ?? this.count + 2;
      this.count++;
      started(id);
      this.run(id);
    }
  }

  private run(id: number): void {
    const { make, wakeMain, traced } = this.options;
    let worker: WebWorker;
    try {
      worker = make();
    } catch (error) {
      // Not within the turn that has asked for a worker.
      queueMicrotask(() => this.unstarted(id, undefined, String(error)));
      return;
    }
    const lock = `hocket-quoll ${web.crypto.randomUUID()}`;
    let why = 'a worker died';
    let isStarting = true;
    /** It has failed before it could run anything. */
    let failure: string | undefined;
    this.living.add(worker);
    worker.addEventListener('message', ({ data }) => {
      // A package that runs in the worker may send messages of its own.
      const report = reportIn(data);
      if (!report) return;
      if (report.kind === 'awake') return wakeMain();
      if (report.kind === 'traced') return traced(id, report.slices);
      if (report.kind === 'left') {
        for (const [code, what] of report.inMain) this.inMain.set(code, what);
        return;
      }
      if (report.kind === 'ended') {
        why = `a worker died: ${report.why}`;
        if (report.isStart) failure = report.why;
        return;
      }
      isStarting = false;
      void web.navigator.locks!.request(lock, () => {
        if (failure === undefined) this.ended(id, worker, why);
        else this.unstarted(id, worker, failure);
        return Promise.resolve();
      });
    });
    worker.addEventListener('error', ({ message }) => {
      if (!isStarting) return;
      isStarting = false;
      this.unstarted(id, worker, message ?? 'the browser did not load its file');
    });
    worker.postMessage({ ...this.data, id, lock, inMain: this.inMain });
  }

  private ended(id: number, worker: WebWorker, why: string): void {
    this.remove(id, worker);
    // Also after the end: the page must not wait for what the worker had locked.
    this.options.died(id, why);
  }

  /** A worker could not start: those that live do its work, or, if there are none, another attempt shows whether any can. */
  private unstarted(id: number, worker: WebWorker | undefined, why: string): void {
    this.remove(id, worker);
    if (this.isClosed) return;
    this.most--;
    if (this.most > 0) this.options.died(id, why);
    else this.options.failed(why);
  }

  private remove(id: number, worker: WebWorker | undefined): void {
    if (worker) this.living.delete(worker);
    this.hasEarly = false;
    this.count--;
    this.free.push(id);
  }

  /** Ends all workers. */
  close(): void {
    this.isClosed = true;
    for (const worker of this.living) worker.terminate();
  }
}
