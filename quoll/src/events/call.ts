/** A function to run as a task. */
export interface Call {
  /**
   * The function, the stand-in for one that only the main realm has, one that is passed on, or the number of one of the run time's own.
   */
  readonly function: Function | object | number;
  readonly isMainOnly: boolean;
  readonly self?: object;
  readonly args: readonly unknown[];
  /** The timer that may be cleared before the task runs. */
  readonly timer?: { readonly isCleared: boolean };
  /** Takes the result. */
  readonly outcome?: object;
  readonly label: string;
  /** The `finish` that waits for it; by default the one around the unit. */
  readonly scope?: number;
}

/** A shared function, or its stand-in, that this realm only passes on: it may not have loaded the function's code. */
export class PassedOn {
  constructor(readonly address: number) {}
}

/** The form of a function in tasks. */
export interface Reference {
  /**
   * The address of a function or of its stand-in, or the number of one of the run time's own.
   */
  readonly function: number;
  readonly isLocal: boolean;
  readonly isMainOnly: boolean;
}
