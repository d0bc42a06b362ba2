import legacy, { helper } from './legacy.cjs';
import { counter, bump, snapshot } from './state.mjs';
export default function main(w) {
  bump();
  bump();
  const before = counter;
  w.state = snapshot();
  w.made = legacy.create({ deep: w.o });
  w.made.deep.a = 'changed';
  return [
    before,
    counter,
    w.state,
    helper(w.list),
    w.made.deep === w.o,
    legacy.create.name,
    w.o.a,
    legacy.constants.LIMIT,
    Object.isFrozen(legacy.constants),
    new legacy.Shape(2).area(),
    new legacy.Square(3).area(),
    new legacy.Square(3) instanceof legacy.Shape,
  ];
}
