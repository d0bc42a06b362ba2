/** A package, which is not rewritten. */
export const capitalized = text => text.replace(/\b\w/g, letter => letter.toUpperCase());

/** Says to the page that it runs in this worker, and goes on until the page ends it. */
export const hold = () => {
  postMessage('held');
  // A bundler would leave out a loop that does nothing.
  for (let i = 0; ; i++) globalThis.turns = i;
};
