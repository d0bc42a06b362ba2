/** Ends workers in the middle of handlers: these run again in other ones. */
import { finish, on, emit } from '@hocket/quoll';
import { hold } from 'words';

const held = [];
let started = 0;
const world = { isEnded: false, held: 0, others: 0 };
/** Called with each message of a worker. */
globalThis.heard = (worker, data) => {
  if (data === 'held') held.push(worker);
  if (data.kind === 'started') started++;
  // Both workers are held, so a third one must do the work of the first.
  if (data === 'held' && held.length === 2) end(0);
  if (data.kind === 'started' && started === 3) end(1);
};

function end(i) {
  world.isEnded = true;
  // After the end of this turn, so that the next run of the handler sees what it has written.
  setTimeout(() => {
    console.log(`ends worker ${i + 1} of ${started}`);
    held[i].terminate();
  });
}

on(world, 'held', () => {
  if (!world.isEnded) hold();
  world.held++;
});
on(world, 'other', () => {
  world.others++;
});

finish(() => {
  for (let i = 0; i < 2; i++) emit(world, 'held');
  for (let i = 0; i < 20; i++) emit(world, 'other');
}).ondone(() => console.log('done', world.held, world.others));
