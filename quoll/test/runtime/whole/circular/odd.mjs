import { isEven } from './even.mjs';
export function isOdd(n) {
  return n !== 0 && isEven(n - 1);
}
export { hidden as named };
function hidden() {
  return hidden.name;
}
export default class Odd {}
