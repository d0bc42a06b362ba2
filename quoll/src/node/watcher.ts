/** The thread that reports, once for each, turns of the main thread that do not end. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { BEATS, LENGTH, TEXT, type Watching } from './watched.js';

/** How often it looks until it reports. */
const LOOKS = 4;

const { memory, seconds } = workerData as Watching;
const words = new Int32Array(memory, 0, 2);
const clock = new Int32Array(new SharedArrayBuffer(4));

for (let seen = 0, same = 0; ;) {
  Atomics.wait(clock, 0, 0, (1000 * seconds) / LOOKS);
  const beats = Atomics.load(words, BEATS);
  same = beats === seen ? same + 1 : 0;
  seen = beats;
  if ((beats & 1) === 0 || same !== LOOKS) continue;
  const what = Buffer.from(memory, TEXT, words[LENGTH]).toString();
  writeSync(2, `quoll --watchdog: the main thread has not ended ${what} for ${seconds} s\n`);
}
