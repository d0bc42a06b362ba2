/** Stack traces for the program's author: without the frames of this package. */

/** The folder of this package's code, and the folder that its source maps name. In a bundle the code is beside the program's. */
const built = folderOf(import.meta.url);
export const FOLDERS = [built, built.replace(/\/dist\/src\/$/, '/src/')];
const HIDDEN = [...FOLDERS, '(node:', 'at node:'];

function folderOf(url: string): string {
  return url.startsWith('file:') ? new URL('../', url).href.replace('file://', '') : 'no folder';
}

/** A stack without frames of this package and of the host, nor those of the language if no others are left. */
export function trimStack(stack: string): string {
  const lines = stack.split('\n').filter(line => !isFrame(line) || !HIDDEN.some(part => line.includes(part)));
  const isNative = lines.every(line => !isFrame(line) || line.endsWith('(<anonymous>)'));
  return (isNative ? lines.filter(line => !isFrame(line)) : lines).join('\n');
}

/** The trimmed stack of an error. */
export function stackOf(error: Error): string {
  return trimStack(error.stack ?? String(error));
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line);
}

const DEEP = 60;

/** Makes an error about the program's own code; its stack starts in that code. */
export function blame<E extends Error>(make: () => E): E {
  const { stackTraceLimit: limit, prepareStackTrace } = Error;
  Error.stackTraceLimit = DEEP;
  try {
    let error = make();
    // The program may make something else of frames than a text, such as a list.
    if (typeof error.stack !== 'string') {
      Reflect.deleteProperty(Error, 'prepareStackTrace');
      error = make();
    }
    error.stack = stackOf(error);
    return error;
  } finally {
    Error.stackTraceLimit = limit;
    if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace;
  }
}
