/** What Node 20 loads in the thread in which it loads modules for another one. */
export { initialize, load, resolve } from './hooks.js';
