import { isEven, calls } from './even.mjs';
import def, { isOdd, named as renamed } from './odd.mjs';
import * as all from './all.mjs';
export default function main(w) {
  w.results = w.list.map(n => [n, isEven(n), isOdd(n)]);
  return [
    w.results,
    def.name,
    renamed(),
    Object.keys(all).sort(),
    all.default?.name,
    all.isEven === isEven,
    calls.length > 0,
  ];
}
