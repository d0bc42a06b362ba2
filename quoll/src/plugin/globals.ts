import { HOST, LANGUAGE, ONLY_NODE } from '../contract/language.js';

/** The global variables that a page and its workers have in common, and that have no effect outside of the program. */
export const OF_PAGES: ReadonlySet<string> = new Set([
  ...LANGUAGE,
  ...[...HOST].filter(name => !ONLY_NODE.has(name)),
  ...['undefined', 'NaN', 'Infinity', 'arguments', 'performance', 'TextEncoder', 'TextDecoder', 'URL'],
  ...['URLSearchParams', 'atob', 'btoa', 'Iterator', 'crypto', 'AbortController', 'AbortSignal'],
  ...['Event', 'CustomEvent', 'EventTarget', 'DOMException'],
  ...['spawn', 'async', 'finish', 'mapReduce', 'scatter', 'gather', 'shared'],
]);
