/** Runs handlers until the page has been frozen three times, and has continued. */
import { finish, on, emit } from '@hocket/quoll';

const world = { steps: 0, turns: 0, resumed: 0 };
let frozen = 0;
document.addEventListener('freeze', () => frozen++);
document.addEventListener('resume', () => world.resumed++);

on(world, 'step', n => {
  let sum = 0;
  for (let i = 0; i < 200_000; i++) sum += i % 7;
  world.steps += sum > 0 ? 1 : 0;
  if (n > 0) emit(world, 'step', n - 1);
});
on(world, 'wait', () => {
  if (world.resumed < 3) emit(world, 'wait');
});
on(world, 'turn', () => world.turns++, { realm: 'main' });

finish(() => {
  for (let i = 0; i < 4; i++) emit(world, 'step', 49);
  for (let i = 0; i < 20; i++) emit(world, 'turn');
  emit(world, 'wait');
}).ondone(() => console.log('done', world.steps, world.turns, frozen));
console.log('started');
