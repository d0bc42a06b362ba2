/** Reports failures that nothing in the program takes. */

/** Prints the error of `what` with its stack; the program goes on. */
export function report(what: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  console.error(`quoll: ${what} failed: ${text}`);
}
