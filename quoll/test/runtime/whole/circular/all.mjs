export * from './even.mjs';
export * from './odd.mjs';
export { default } from './odd.mjs';
export * as nested from './odd.mjs';
