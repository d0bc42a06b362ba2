/** How a handler's attempt ends. */

/** Why a worker's attempt stops without being aborted: a signal, thrown through the program's code. */
export type Stop =
  | { kind: 'code'; address: { url: string; id: number } }
  | { kind: 'main'; what: string }
  /** The heap is full until the next collection. */
  | { kind: 'memory' }
  /** The main realm must store the bytes of a buffer. */
  | { kind: 'buffer'; address: number };

export type Attempt =
  | { kind: 'committed' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped'; stop: Exclude<Stop, { kind: 'buffer' }> }
  | { kind: 'wants'; buffer: number }
  | { kind: 'runAsMain' }
  /** It must run again, without what the worker kept. */
  | { kind: 'tooEarly' };

/** The end of the last attempt. */
export type End = Exclude<Attempt, { kind: 'tooEarly' | 'wants' }>;

/** The reasons why a task must be run again. */
export type Retry = Exclude<Stop, { kind: 'main' | 'buffer' }>;
