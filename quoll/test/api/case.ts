/** A case: what it does, and the result that every run time gives. */
export type Case = readonly [run: () => unknown, expected: unknown];

export type Cases = Record<string, Case>;
