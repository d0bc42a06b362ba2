/** Programs that change the language: workers have the original. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';

const THREADS = `import { threadId } from 'node:worker_threads';
const w = { list: [1, 2], map: new Map([['k', 3]]), threads: [] };
const run = () => spawn(() => { w.threads.push(threadId !== 0); });
`;
const WARNING =
  /^quoll: the program has changed Math\.random\. Handlers that ran before had the original in workers/;

describe('a program that changes the language', () => {
  test('before its first handler has all handlers in the main thread', () => {
    const { lines, errors } = runProgram(`${THREADS}
      const real = Math.random;
      Array.prototype.last = function () { return this[this.length - 1]; };
      Reflect.set(Map.prototype, 'toJSON', function () { return [...this]; });
      Object.defineProperty(RegExp.prototype, 'flags', { get: () => 'mine' });
      Object.getPrototypeOf([].values()).first = () => 7;
      Math.random = () => 5;
      await run();
      await spawn(() => { w.seen = [w.list.last(), JSON.stringify(w.map), /x/.flags, [1].values().first(), Math.random()]; });
      console.log(w.seen.join(), w.threads.join());`);
    assert.deepEqual(lines, ['2,[["k",3]],mine,7,5 false']);
    assert.equal(errors, '');
  });

  test('later has them there from then on, and is told so', () => {
    const { lines, errors } = runProgram(`${THREADS}
      await run();
      await run();
      Math.random = () => 5;
      await spawn(() => { w.seen = Math.random(); });
      await run();
      console.log(w.seen, w.threads.join());`);
    assert.deepEqual(lines, ['5 true,true,false']);
    assert.match(errors, WARNING);
  });

  test('in a handler does so in the main thread', () => {
    const { lines, errors } = runProgram(`${THREADS}
      await run();
      await spawn(() => { Math.random = () => 5; });
      await spawn(() => { w.seen = Math.random(); });
      console.log(w.seen, Math.random(), w.threads.join());`);
    assert.deepEqual(lines, ['5 5 true']);
    assert.match(errors, WARNING);
  });

  test('without the text of an assignment is told so at the latest when it ends', () => {
    const { errors } = runProgram(`${THREADS}
      const math = Math;
      await run();
      math.random = () => 5;`);
    assert.match(errors, WARNING);
  });
});
