/**
 * Gathers the workers' counts in the main realm, when the program ends: it makes STATS_REQUEST 1 and wakes
 * the workers; each puts its report as JSON into a list, counts itself in STATS_REPORTED, and the main realm
 * waits a moment for all.
 */
import type { Space } from '../heap/space.js';
import type { TextCodec } from '../heap/strings.js';
import { STATS_REPORTED, STATS_REPORTS, STATS_REQUEST, STATS_WORKERS, WAKE } from '../protocol/control.js';
import { addTo, type Report } from './counts.js';

const LENGTH = 4;
const TEXT = 8;

/** The longest wait for a worker that runs a long handler. */
const PATIENCE_MS = 5000;

/** A worker: will report. */
export function announce(space: Space): void {
  space.add(STATS_WORKERS, 1);
}

export function isRequested(space: Space): boolean {
  return space.count(STATS_REQUEST) !== 0;
}

/** A worker: leaves its report, once. */
export function leaveReport(space: Space, codec: TextCodec, report: Report): void {
  // Escaped, each character takes one byte.
  const text = JSON.stringify(report).replace(
    /[\u0080-\uffff]/g,
    c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const made = space.allocateImmortal(TEXT + text.length);
  space.store(made + LENGTH, text.length);
  codec.write(space.memory, made + TEXT, text, 1);
  for (let head = space.loadPointer(STATS_REPORTS); ; head = space.loadPointer(STATS_REPORTS)) {
    space.store(made, head);
    if (space.setPointer(STATS_REPORTS, head, made) === head) break;
  }
  space.add(STATS_REPORTED, 1);
  space.notify(STATS_REPORTED);
}

/** The main realm, when the program ends: adds all reports to `own`. Blocks for a moment; `release` lets workers go on that wait for memory. */
export function gather(space: Space, codec: TextCodec, own: Report, release: () => void): Report {
  space.storePointer(STATS_REQUEST, 1);
  space.add(WAKE, 1);
  space.notify(WAKE);
  const end = performance.now() + PATIENCE_MS;
  let reported = space.count(STATS_REPORTED);
  while (reported < space.count(STATS_WORKERS) && performance.now() < end) {
    release();
    space.wait(STATS_REPORTED, reported);
    reported = space.count(STATS_REPORTED);
  }
  const total: Report = {};
  addTo(total, own);
  for (let at = space.loadPointer(STATS_REPORTS); at !== 0; at = space.load(at)) {
    addTo(total, JSON.parse(codec.read(space.memory, at + TEXT, space.load(at + LENGTH), 1)) as Report);
  }
  return total;
}
