/** What the transform itself gets wrong: the module is right, because it has been parsed. */

/** The error for a module that cannot be rewritten, or whose rewritten text is not JavaScript; that has the lines of the source. */
export function faultOf(url: string, error: unknown): Error {
  const { message, loc } = error as { readonly message: string; readonly loc?: { readonly line: number } };
  const place = loc ? `:${loc.line}` : '';
  return new Error(
    `${url.replace(/^file:\/\//, '')}${place}: quoll fails to rewrite this module, which is a fault of quoll, not of the module (${message}): ` +
      'write the code there in another way, and report it',
    { cause: error },
  );
}
