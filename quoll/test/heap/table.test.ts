/** Tables (heap/table.ts) as others see them while a commit stores one field after the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELD } from '../../src/heap/fields.js';
import { VALUE } from '../../src/heap/table.js';
import { POINTER } from '../../src/stm/tags.js';
import { heapRealm, newHeapMemory } from './heaps.js';

/** Where an entry's pointer to the next one lies. */
const NEXT = VALUE + FIELD;

test('a look-up ends if it finds an entry of which a commit has stored only the link', () => {
  const memory = newHeapMemory();
  const [one, other] = [heapRealm('wasm', memory, 2), heapRealm('wasm', memory, 3)];
  const w = {};
  const address = one.atomically(() => one.heap.publish(w));
  const { tables, properties, values, full } = one.heap;
  one.atomically(() => {
    (full.of(w) as { a: number }).a = 1;
  });
  assert.throws(() =>
    one.atomically(() => {
      (full.of(w) as { b: number }).b = 2;
      const extras = properties.makeExtras(address);
      const [first, added] = ['a', 'b'].map(name => tables.find(extras, values.key(name)));
      one.stm.publishTagged(first! + NEXT, POINTER, added!);
      other.atomically(() => {
        assert.equal(other.heap.properties.peek(address, 'c'), 0);
        assert.notEqual(other.heap.properties.peek(address, 'a'), 0);
      });
      throw new Error('not committed');
    }),
  );
});
