import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Space } from '../../src/heap/space.js';
import { Memory } from '../../src/stm/memory.js';

const PAGE = 65536;

/** A memory of 64 pages that another realm has made one page longer; this realm's engine does not know until it grows the memory too. */
function grownElsewhere(): WebAssembly.Memory {
  const memory = new WebAssembly.Memory({ initial: 64, maximum: 65, shared: true });
  let buffer = memory.buffer;
  memory.grow(1);
  const late = {
    grow(pages: number) {
      const before = memory.grow(pages);
      buffer = memory.buffer;
      return before;
    },
  };
  Object.defineProperty(late, 'buffer', { get: () => buffer });
  return late as unknown as WebAssembly.Memory;
}

const address = 64 * PAGE + 8;

test('the twin reads and writes memory that another realm has grown before its engine knows', () => {
  const memory = new Memory(grownElsewhere());
  memory.store(address, 5n);
  assert.equal(memory.increment(address), 6n);
  assert.equal(memory.load32(address), 6);
});

test('the heap reads and writes memory that another realm has grown before its engine knows', () => {
  const space = new Space(grownElsewhere(), 65 * PAGE);
  space.store(address, 5);
  assert.equal(space.load(address), 5);
  assert.equal(space.add(address, 1), 6);
});

test('a realm that grows the memory close to its limit gets what another realm has grown meanwhile', () => {
  const memory = grownElsewhere();
  const space = new Space(memory, 65 * PAGE);
  space.ensure(65 * PAGE);
  assert.equal(memory.buffer.byteLength, 65 * PAGE);
});
