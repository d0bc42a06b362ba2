/** Contexts of async functions without a storage of the host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SynchronousContext } from '../../src/contract/context.js';
import { noPart } from '../../src/contract/part.js';

const context = new SynchronousContext<string>();
const seen: (string | undefined)[] = [];
const see = () => void seen.push(context.getStore());

/** What the transform makes of: async () => { see(); await steps; see(); … } */
async function walk(rejects: boolean, inner?: () => Promise<void>): Promise<void> {
  const part = context.carry(noPart(() => undefined));
  try {
    see();
    part.resume(await part.pause(Promise.resolve()));
    see();
    if (inner) part.resume(await part.pause(inner()));
    see();
    try {
      part.resume(await part.pause(rejects ? Promise.reject(new Error('on purpose')) : Promise.resolve()));
    } catch {
      part.live();
    }
    see();
    for await (const _ of part.each([1, 2])) {
      part.live();
      see();
    }
    part.live();
    see();
  } catch (error) {
    throw part.failed(error);
  } finally {
    part.end();
  }
}

test('an async function keeps its context across awaits, rejections and loops; other code has its own', async () => {
  seen.length = 0;
  const first = context.run('a', () => walk(true));
  assert.equal(context.getStore(), undefined);
  const second = context.run('b', () => walk(false, () => walk(true)));
  const others: unknown[] = [];
  const look = setInterval(() => others.push(context.getStore()), 0);
  for (let i = 0; i < 50; i++) await Promise.resolve(others.push(context.getStore()));
  await first;
  await second;
  clearInterval(look);
  assert.equal(seen.filter(each => each === 'a').length, 7);
  assert.equal(seen.filter(each => each === 'b').length, 14);
  assert.equal(seen.length, 21);
  assert.deepEqual(
    [...new Set(others)].filter(each => typeof each === 'string'),
    [],
  );
  assert.equal(context.getStore(), undefined);
});

test('a function without a context gets no part of its own', () => {
  const part = noPart(() => undefined);
  assert.equal(context.carry(part), part);
});

test('a loop gets the elements of an iterator for later as they are, and its context ends if a step throws', async () => {
  const promise = Promise.resolve(1);
  let steps = 0;
  const source = {
    [Symbol.asyncIterator]: () => ({
      next() {
        if (++steps > 1) throw new Error('on purpose');
        return Promise.resolve({ done: false, value: promise });
      },
    }),
  };
  await context.run('a', async () => {
    const part = context.carry(noPart(() => undefined));
    const iterator = part.each(source)[Symbol.asyncIterator]();
    assert.equal((await iterator.next()).value, promise);
    part.live();
    assert.equal(context.getStore(), 'a');
    await assert.rejects(iterator.next(), /on purpose/);
    assert.equal(context.getStore(), undefined);
    part.live();
    part.end();
  });
  assert.equal(context.getStore(), undefined);
});
