/** A package, which is not rewritten. */
export const capitalized = text => text.replace(/\b\w/g, letter => letter.toUpperCase());
