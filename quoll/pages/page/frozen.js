/** Runs handlers for some time, so that the test can freeze the page meanwhile. */
import { finish, on, emit } from '@hocket/quoll';

const world = { steps: 0, turns: 0 };

on(world, 'step', n => {
  let sum = 0;
  for (let i = 0; i < 1_000_000; i++) sum += i % 7;
  world.steps += sum > 0 ? 1 : 0;
  if (n > 0) emit(world, 'step', n - 1);
});
on(world, 'turn', () => world.turns++, { realm: 'main' });

finish(() => {
  for (let i = 0; i < 4; i++) emit(world, 'step', 49);
  for (let i = 0; i < 20; i++) emit(world, 'turn');
}).ondone(() => console.log('done', world.steps, world.turns));
console.log('started');
