/** Stacks as the program's author wants them: without the frames of this package. */

/** Where this package's code lies, and where its source maps say that it lies. */
const built = new URL('../', import.meta.url).href.replace('file://', '');
const source = built.replace(/\/dist\/src\/$/, '/src/');

/** A stack without frames of this package and of the host. */
export function trimStack(stack: string): string {
  return stack
    .split('\n')
    .filter(
      line =>
        !/^\s+at /.test(line) || ![built, source, '(node:', 'at node:'].some(part => line.includes(part)),
    )
    .join('\n');
}

const DEEP = 60;

/** Makes an error about the program's own code, whose stack starts there. */
export function blame<E extends Error>(make: () => E): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = DEEP;
  try {
    const error = make();
    error.stack = trimStack(error.stack ?? String(error));
    return error;
  } finally {
    Error.stackTraceLimit = limit;
  }
}
