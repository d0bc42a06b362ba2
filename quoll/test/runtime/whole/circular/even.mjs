import { isOdd } from './odd.mjs';
export const calls = [];
export function isEven(n) {
  calls.push(n);
  return n === 0 || isOdd(n - 1);
}
