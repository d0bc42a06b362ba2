/** Runs `f` without warnings of Node: some of what it offers to loaders is called experimental, and the program's author can do nothing about that. */
export function withoutWarning<R>(f: () => R): R {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return f();
  } finally {
    process.emitWarning = emitWarning;
  }
}
