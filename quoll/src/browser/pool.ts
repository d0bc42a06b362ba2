/**
 * The page's workers. A browser does not say that a worker has ended, so each worker holds a lock of the Web Locks API for as long as it lives: the
 * browser gives it to the page when the worker's last instruction is over, however it has ended.
 */
import type { RealmData } from '../runtime/realm.js';
import type { Slice } from '../stats/trace.js';
import { web, type WebWorker } from './web.js';

/** What a worker gets at its start. */
export interface WorkerStart extends RealmData {
  /** The name of the lock that it holds. */
  readonly lock: string;
  /** How many functions of the language the page's thread has. */
  readonly known: number;
}

/** What a worker reports. */
export type Report =
  | { readonly kind: 'awake' }
  /** It holds its lock. */
  | { readonly kind: 'started' }
  | { readonly kind: 'traced'; readonly slices: readonly Slice[] }
  /** It has ended. */
  | { readonly kind: 'ended'; readonly why: string };

export interface PoolOptions {
  readonly make: () => WebWorker;
  readonly most: number;
  readonly wakeMain: () => void;
  readonly traced: (id: number, slices: readonly Slice[]) => void;
  readonly died: (id: number, why: string) => void;
  /** No worker can be started. */
  readonly failed: (why: string) => void;
}

export class Pool {
  /** Living workers. */
  count = 0;
  /** Ids of workers that have died. */
  private readonly free: number[] = [];
  private readonly living = new Set<WebWorker>();
  private isClosed = false;

  constructor(
    private readonly data: Omit<WorkerStart, 'lock'>,
    private readonly options: PoolOptions,
  ) {}

  /** Starts workers until there is one for each task, or the limit is reached. */
  start(tasks: number, started: (id: number) => void): void {
    for (; !this.isClosed && this.count < this.options.most && tasks > 0; tasks--) {
      const id = this.free.pop() ?? this.count + 2;
      this.count++;
      started(id);
      this.run(id);
    }
  }

  private run(id: number): void {
    const { make, wakeMain, failed, traced } = this.options;
    const worker = make();
    const lock = `hocket-quoll ${web.crypto.randomUUID()}`;
    let why = 'a worker died';
    let hasStarted = false;
    this.living.add(worker);
    worker.addEventListener('message', ({ data }) => {
      const report = data as Report;
      if (report.kind === 'awake') return wakeMain();
      if (report.kind === 'traced') return traced(id, report.slices);
      if (report.kind === 'ended') why = `a worker died: ${report.why}`;
      else {
        hasStarted = true;
        void web.navigator.locks!.request(lock, () => Promise.resolve(this.ended(id, worker, why)));
      }
    });
    worker.addEventListener('error', ({ message }) => {
      if (!hasStarted) failed(message ?? 'the browser did not load its file');
    });
    worker.postMessage({ ...this.data, id, lock });
  }

  private ended(id: number, worker: WebWorker, why: string): void {
    this.living.delete(worker);
    this.count--;
    this.free.push(id);
    if (!this.isClosed) this.options.died(id, why);
  }

  /** Ends all workers. */
  close(): void {
    this.isClosed = true;
    for (const worker of this.living) worker.terminate();
  }
}
