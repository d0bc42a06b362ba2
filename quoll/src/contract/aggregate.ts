/** One error for several. */
export function aggregate(errors: unknown[]): AggregateError {
  const first = errors[0] instanceof Error ? errors[0].message : String(errors[0]);
  const message =
    errors.length === 1
      ? `a task of finish failed: ${first}`
      : `${errors.length} tasks of finish failed, the first: ${first}`;
  return new AggregateError(errors, message);
}
