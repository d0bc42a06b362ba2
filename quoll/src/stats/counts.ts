/** The counts of each handler for `--stats`. Plain data, so that workers send them as JSON. */

/** A place in the program. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A field over which attempts were aborted. */
export interface Conflict {
  /** The field in the program's notation: `stats.total`. */
  readonly field: string;
  /** The object's path and the field's name; absent if the field is no property of an object. */
  readonly object?: string;
  readonly name?: string;
  readonly place: Place | undefined;
  aborts: number;
}

export interface Counts {
  /** Its name in messages: `the handler of 'data'`. */
  readonly label: string;
  readonly place: Place | undefined;
  /** Runs that committed. */
  runs: number;
  failed: number;
  /** Attempts that were aborted and run again: by other handlers, and by main turns. */
  abortsByHandlers: number;
  abortsByMain: number;
  /** Runs that committed with the serial token. */
  withToken: number;
  /** Runs as turns of the main realm, which is never rolled back; and why, with the number of those. */
  inMain: number;
  readonly reasons: Record<string, number>;
  readonly conflicts: Record<string, Conflict>;
}

export type Report = Record<string, Counts>;

export function noCounts(label: string, place: Place | undefined): Counts {
  return {
    label,
    place,
    ...{ runs: 0, failed: 0, abortsByHandlers: 0, abortsByMain: 0, withToken: 0, inMain: 0 },
    reasons: {},
    conflicts: {},
  };
}

/** Adds the counts of one realm to those of others. */
export function addTo(total: Report, report: Report): void {
  for (const [key, counts] of Object.entries(report)) {
    const sum = (total[key] ??= noCounts(counts.label, counts.place));
    for (const name of NUMBERS) sum[name] += counts[name];
    for (const [why, count] of Object.entries(counts.reasons))
      sum.reasons[why] = (sum.reasons[why] ?? 0) + count;
    for (const [field, conflict] of Object.entries(counts.conflicts)) {
      const known = sum.conflicts[field];
      if (known) known.aborts += conflict.aborts;
      else sum.conflicts[field] = { ...conflict };
    }
  }
}

const NUMBERS = ['runs', 'failed', 'abortsByHandlers', 'abortsByMain', 'withToken', 'inMain'] as const;
