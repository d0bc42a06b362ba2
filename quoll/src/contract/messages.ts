/**
 * Messages of the engine in the program's words. The engine describes the rewritten text, so its messages may name functions of this
 * package and temporaries, which the program does not contain.
 */

import { withSource } from './texts.js';

export const UNREADABLE = 'an exception that throws another one when it is read';

/** How the engine itself calls a value that has no name. */
const NAMELESS = '(intermediate value)';

/** What follows a temporary in the engine's messages, so that a `$1` in a message of the program stays. */
const REJECTED = String.raw`(?=(\.[\w$#]+|\[[^\]]*\]|\(\.\.\.\)|\?\.)* is not (a function|a constructor|(async )?iterable))`;

const WORDS: readonly (readonly [RegExp, string])[] = [
  // The iterable is the argument of such a call.
  [/\$quoll(\.\w+)+ is not a function or its return value is not/g, `${NAMELESS} is not`],
  [/\$(quoll|module)(\.\w+)+(\(\.\.\.\))?/g, NAMELESS],
  // See `transform/live.ts`.
  [/\(0 , \$live\$([^.[]+)[^)]*\)|\$live\$([^.[]+)(\.[\w$]+|\[.*?])/g, '$1$2'],
  [new RegExp(String.raw`\$_*[\dp]\d*${REJECTED}`, 'g'), NAMELESS],
  [/'Symbol\(none\)'/g, "'length'"],
];

/** Corrects the message and the stack of an exception of the engine; returns the exception, or a new one if its message cannot be changed. */
export function inWordsOfProgram<E>(exception: E): E {
  if (!isMade(exception, TypeError) && !isOfHost(exception)) return exception;
  const { message } = exception;
  if (typeof message !== 'string' || !/\$|Symbol\(none\)/.test(message)) return exception;
  let text = withSource(message);
  for (const [found, word] of WORDS) text = text.replace(found, word);
  if (text === message) return exception;
  const { stack } = exception;
  let corrected: Error = exception;
  if (isOfHost(exception)) corrected = new DOMException(text, exception.name);
  else exception.message = text;
  if (typeof stack === 'string') corrected.stack = stack.replace(message, () => text);
  return corrected as E;
}

/** What the engine says of a change that a closed function refuses. Other objects refuse such changes, too. */
const REFUSED = /^Cannot (add property .*not extensible|define property .*not extensible|delete property )/;

/** As `inWordsOfProgram`, for an exception that the program does not catch: adds a way out to what the engine says of functions that are shared. */
export function withWayOut<E>(exception: E): E {
  const own = inWordsOfProgram(exception);
  if (!isMade(own, TypeError) || !REFUSED.test(own.message)) return own;
  retold(
    own,
    `${own.message}; if it belongs to a function or class that is shared, keep the value in a shared object`,
  );
  return own;
}

/** Gives an error another message, also in its stack. */
export function retold(error: Error, message: string): void {
  const { message: old, stack } = error;
  error.message = message;
  if (typeof stack === 'string') error.stack = stack.replace(old, () => message);
}

/** An exception such as that of `structuredClone`. */
export function isOfHost(exception: unknown): exception is DOMException {
  return typeof DOMException === 'function' && isMade(exception, DOMException);
}

/** As `instanceof`, for what the program may throw: a revoked Proxy is of no class. */
export function isMade<C>(exception: unknown, kind: abstract new (...args: never[]) => C): exception is C {
  try {
    return exception instanceof kind;
  } catch {
    return false;
  }
}
