import { finish } from '@hocket/quoll';
import { trace } from '@hocket/quoll/browser';

const w = { n: 0 };
w.on('count', i => {
  w.n += i;
});
globalThis.trace = trace;
finish(() => {
  for (let i = 0; i < 20; i++) w.emit('count', i);
}).ondone(() => console.log('counted', w.n));
