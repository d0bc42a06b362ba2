/** Says in an exception that is to end the program what fills the heap. */
import { isMade, retold } from '../contract/messages.js';
import { HeapFullError } from '../heap/errors.js';
import { COLLECTION } from '../protocol/control.js';
import type { MainRealm } from '../runtime/main.js';

/** How long a program that ends waits for handlers to end or yield, and how often it looks at them. */
const PATIENCE_MS = 2000;
const LOOK_MS = 5;

export function explain({ space, garbage }: MainRealm, error: unknown): void {
  if (!isMade(error, HeapFullError)) return;
  const { safepoint, giving, collections } = garbage;
  safepoint.request();
  for (const end = performance.now() + PATIENCE_MS; safepoint.isRequested && performance.now() < end;) {
    giving.look();
    collections.look();
    if (safepoint.isRequested) space.wait(COLLECTION, space.count(COLLECTION), LOOK_MS);
  }
  if (space.chunks.isFull) retold(error, garbage.fullness());
}
