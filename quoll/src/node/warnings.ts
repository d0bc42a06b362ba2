/**
 * Runs `f` without warnings of Node, which calls some functions for loaders experimental; the program's
 * author cannot change that.
 */
export function withoutWarning<R>(f: () => R): R {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return f();
  } finally {
    process.emitWarning = emitWarning;
  }
}
