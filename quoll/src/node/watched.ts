/** Under `--watchdog`: shows a thread of its own what the main thread runs, because that cannot watch itself. */
import { Worker } from 'node:worker_threads';

/** The number of turns that have begun and ended, so it is odd while one runs; the length of the text that says what it is; the text. */
export const [BEATS, LENGTH, TEXT] = [0, 1, 8];
const MOST = 256;

export interface Watching {
  readonly memory: SharedArrayBuffer;
  readonly seconds: number;
}

export class Watched {
  private readonly memory = new SharedArrayBuffer(TEXT + MOST);
  private readonly words = new Int32Array(this.memory, 0, 2);
  private readonly text = Buffer.from(this.memory, TEXT);

  constructor(seconds: number) {
    const workerData: Watching = { memory: this.memory, seconds };
    new Worker(new URL('../node/watcher.js', import.meta.url), { workerData, execArgv: [] }).unref();
  }

  began(what: string): void {
    this.ended();
    this.words[LENGTH] = this.text.write(what);
    Atomics.add(this.words, BEATS, 1);
  }

  ended(): void {
    if (this.words[BEATS]! & 1) Atomics.add(this.words, BEATS, 1);
  }
}
