/** What the page of the tests prints, and how a test serves it. */
import { serve } from './server.mjs';

export const EXPECTED = [
  "a handler says hello, { a: [ 1, 'x' ] }",
  'primes 303 303 1999 77',
  'sum 5050 names A Word From A Package',
  'delayed 42',
  'error RangeError: on purpose',
  'late 2',
  'late module 7',
  'half 4 5',
  'namespace true',
  'area 9',
  'class Square Square own',
  'function true',
  'failed on purpose, too',
  'restored {"n":1,"list":[1,2],"map":{}} 1 0',
  'clone 1',
  'one clock true',
  'done',
].sort();

export async function serving(folder, headers, check) {
  const server = await serve(folder, headers);
  try {
    return await check(server.url);
  } finally {
    server.close();
  }
}
