/** What a realm has run, and when. */

/** The end of an attempt: aborted over a field, or moved to the main realm because of an operation. */
export type Outcome = 'committed' | 'aborted' | 'failed' | 'moved' | 'waits';

/** One attempt to run a handler, or one turn of the main realm. */
export interface Slice {
  readonly name: string;
  /** Milliseconds, by a clock that all threads share. */
  readonly from: number;
  readonly to: number;
  /** When the commit began. */
  readonly commit?: number;
  readonly outcome: Outcome;
  readonly cause?: string;
  /** The number of its request; see `requests.ts`. */
  readonly request: number;
}

/** A slice and its realm; 1 is the main realm. */
export type Placed = Slice & { readonly realm: number };

/** The place of a realm's work, in words. */
export function placeOf(realm: number): string {
  return realm === 1 ? 'main realm' : `worker ${realm - 1}`;
}
