/** Reports failures that the program does not handle. */

import { withWayOut } from '../contract/messages.js';

/** The path of this package, whose stack frames are omitted from reports. In a bundle they cannot be told from the program's. */
const own = import.meta.url.startsWith('file:') ? new URL('../', import.meta.url).pathname : 'no folder';

/** Prints the error of `what` with its stack in the program; the program continues. */
export function report(what: string, error: unknown): void {
  console.error(`quoll: ${what} failed: ${describe(error)}`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (withWayOut(error).stack ?? String(error)).split('\n');
  const frames = lines.filter(line => !/^\s+at /.test(line) || !isInternal(line));
  return frames.join('\n');
}

function isInternal(frame: string): boolean {
  return frame.includes(own) || frame.includes('node:internal');
}
