/**
 * The values that a handler caches (heap/memo.ts) equal those that the transaction would return.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heapRealm, newHeapMemory } from './heaps.js';

function twoRealms() {
  const memory = newHeapMemory();
  return [heapRealm('wasm', memory, 2), heapRealm('wasm', memory, 3)] as const;
}

test('an attempt reads what it has written, removed and added, also far more than there are places', () => {
  const [one] = twoRealms();
  const w = {
    list: Array.from({ length: 3000 }, (_, i) => i),
    o: { x: 1 } as { x?: number },
    map: new Map([['a', 1]]),
  };
  one.atomically(() => one.heap.publish(w));
  one.atomically(() => {
    const { full } = one.heap;
    for (let round = 1; round < 4; round++) {
      for (let i = 0; i < 3000; i++) one.heap.properties.setElement(one.heap.publish(w.list), i, i * round);
      assert.equal(
        (w.list as unknown as { reduce: typeof w.list.reduce }).reduce((a, b) => a + b),
        4_498_500 * round,
      );
    }
    assert.equal(w.o.x, 1);
    w.o.x = 2;
    assert.equal(w.o.x, 2);
    delete (full.of(w.o) as { x?: number }).x;
    assert.equal(w.o.x, undefined);
    assert.deepEqual(one.heap.properties.keys(one.heap.publish(w.o)), []);
    w.o.x = 3;
    assert.equal(w.o.x, 3);
    assert.equal(w.map.get('a'), 1);
    w.map.set('a', 2);
    assert.equal(w.map.get('a'), 2);
    w.map.delete('a');
    assert.equal(w.map.get('a'), undefined);
    w.map.set('a', 5).set('b', 6);
    assert.equal(w.map.get('a'), 5);
    w.map.clear();
    assert.equal(w.map.get('b'), undefined);
    (full.of(w.list) as unknown[]).length = 2;
    assert.equal(one.heap.properties.elements.length(one.heap.publish(w.list)), 2);
  });
});

test('the next attempt reads what another realm has written meanwhile', () => {
  const [one, other] = twoRealms();
  const w = { x: 1, map: new Map([['a', 1]]), list: [1, 2] };
  const address = one.atomically(() => one.heap.publish(w));
  one.atomically(() => assert.deepEqual([w.x, w.map.get('a'), [...w.list]], [1, 1, [1, 2]]));
  other.atomically(() => {
    const same = other.heap.view(address) as typeof w;
    same.x = 7;
    same.map.set('a', 8);
    same.list.push(9);
  });
  one.atomically(() => assert.deepEqual([w.x, w.map.get('a'), [...w.list]], [7, 8, [1, 2, 9]]));
});

test('an attempt that read before another realm wrote does not commit', () => {
  const [one, other] = twoRealms();
  const w = { x: 1, y: 1 };
  const address = one.atomically(() => one.heap.publish(w));
  assert.throws(
    () =>
      one.atomically(() => {
        assert.equal(w.x, 1);
        other.atomically(() => {
          (other.heap.view(address) as typeof w).x = 2;
        });
        assert.equal(w.x, 1);
        w.y = w.x + 1;
      }),
    /did not commit/,
  );
});

for (const kind of ['wasm', 'twin'] as const) {
  test(`${kind}: numbers that an attempt writes again are those that it commits, also after its log has grown`, () => {
    const memory = newHeapMemory();
    const [one, other] = [heapRealm(kind, memory, 2), heapRealm(kind, memory, 3)];
    const w = { first: 1, other: 1 as unknown, list: Array.from({ length: 1000 }, () => 0) };
    const address = one.atomically(() => one.heap.publish(w));
    const list = () => one.heap.publish(w.list);
    one.atomically(() => {
      w.first = 2;
      w.other = 2;
      w.first = 3;
      for (let i = 0; i < 1000; i++) one.heap.properties.setElement(list(), i, i);
      w.first = 4;
      w.other = Number.NaN;
      assert.ok(Number.isNaN(w.other));
      w.other = 5;
      w.other = 'text';
      w.other = 6;
      w.other = 7;
      w.first++;
      assert.deepEqual([w.first, w.other], [5, 7]);
      w.other = -0;
    });
    other.atomically(() => {
      const same = other.heap.view(address) as typeof w;
      assert.equal(same.first, 5);
      assert.ok(Object.is(same.other, -0));
      assert.equal(same.list.at(-1), 999);
    });
  });

  test(`${kind}: a number that a failed attempt has written twice is absent in the next one`, () => {
    const one = heapRealm(kind, newHeapMemory(), 2);
    const w = { x: 1 };
    one.atomically(() => one.heap.publish(w));
    assert.throws(() =>
      one.atomically(() => {
        w.x = 2;
        w.x = 3;
        throw new Error('in vain');
      }),
    );
    one.atomically(() => {
      assert.equal(w.x, 1);
      w.x = 8;
    });
    one.atomically(() => assert.equal(w.x, 8));
  });
}
