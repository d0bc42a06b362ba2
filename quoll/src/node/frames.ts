/** The files of the code on the stack, the innermost first; functions of the language, and code that was compiled from text, have none. */
export function filesOnStack(most = Infinity): (string | undefined)[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = most;
    Error.prepareStackTrace = (_, sites) => sites.map(site => site.getFileName() ?? undefined);
    return new Error().stack as unknown as (string | undefined)[];
  } finally {
    Error.prepareStackTrace = prepareStackTrace!;
    Error.stackTraceLimit = stackTraceLimit;
  }
}
