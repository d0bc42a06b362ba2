/**
 * Messages of the engine in the program's words. The engine describes the rewritten text, so its messages may name functions of this
 * package and temporaries, which the program does not contain.
 */

/** How the engine itself calls a value that has no name. */
const NAMELESS = '(intermediate value)';

/** What follows a temporary in the engine's messages, so that a `$1` in a message of the program stays. */
const REJECTED = String.raw`(?=(\.[\w$#]+|\[[^\]]*\]|\(\.\.\.\)|\?\.)* is not (a function|a constructor|(async )?iterable))`;

const WORDS: readonly (readonly [RegExp, string])[] = [
  // The iterable is the argument of such a call.
  [/\$quoll(\.\w+)+ is not a function or its return value is not/g, `${NAMELESS} is not`],
  [/\$(quoll|module)(\.\w+)+(\(\.\.\.\))?/g, NAMELESS],
  [new RegExp(String.raw`\$_*[\dp]\d*${REJECTED}`, 'g'), NAMELESS],
  [/'Symbol\(none\)'/g, "'length'"],
];

/** Corrects the message and the stack of an exception of the engine; returns the exception. */
export function inWordsOfProgram<E>(exception: E): E {
  if (!(exception instanceof TypeError)) return exception;
  const { message } = exception;
  if (typeof message !== 'string' || !/\$|Symbol\(none\)/.test(message)) return exception;
  let text = message;
  for (const [found, word] of WORDS) text = text.replace(found, word);
  if (text === message) return exception;
  const { stack } = exception;
  exception.message = text;
  if (typeof stack === 'string') exception.stack = stack.replace(message, () => text);
  return exception;
}
