/** Stack traces for the program's author: without the frames of this package. */

/** The folder of this package's code, and the folder that its source maps name. */
const built = new URL('../', import.meta.url).href.replace('file://', '');
const source = built.replace(/\/dist\/src\/$/, '/src/');

/** A stack without frames of this package and of the host, nor those of the language if no others are left. */
export function trimStack(stack: string): string {
  const lines = stack
    .split('\n')
    .filter(
      line => !isFrame(line) || ![built, source, '(node:', 'at node:'].some(part => line.includes(part)),
    );
  const isNative = lines.every(line => !isFrame(line) || line.endsWith('(<anonymous>)'));
  return (isNative ? lines.filter(line => !isFrame(line)) : lines).join('\n');
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}

const DEEP = 60;

/** Makes an error about the program's own code; its stack starts in that code. */
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
