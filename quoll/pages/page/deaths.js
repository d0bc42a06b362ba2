/** Ends a worker in the middle of a handler: the handler runs again in another one. */
import { finish, on, emit } from '@hocket/quoll';

const workers = [];
let started = 0;
const { Worker } = globalThis;
globalThis.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    workers.push(this);
    this.addEventListener('message', ({ data }) => {
      if (data.kind === 'started' && ++started === 2) setTimeout(end, 300);
    });
  }
};

function end() {
  console.log('ends a worker');
  workers[0].terminate();
}

const world = { long: 0, short: 0 };

/** Takes seconds. */
on(world, 'long', n => {
  let left = n;
  while (left > 0) left -= 1;
  if (left === 0) world.long++;
});
on(world, 'short', () => {
  world.short++;
});

finish(() => {
  for (let i = 0; i < 2; i++) emit(world, 'long', 2e9);
  for (let i = 0; i < 20; i++) emit(world, 'short');
}).ondone(() => console.log('done', world.long, world.short, 'workers', workers.length));
