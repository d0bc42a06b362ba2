/** A package, which is not rewritten. */
export const capitalized = text => text.replace(/\b\w/g, letter => letter.toUpperCase());

/** Says to the page that it runs in this worker, and goes on until the page ends the worker. */
export const hold = () => {
  postMessage('held');
  for (;;);
};
