import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Stamp } from '../../src/heap/stamp.js';
import { kinds } from '../stm/memory.js';
import { heapRealm, jsonOf, newHeapMemory } from './heaps.js';

/** A class of its own per test: a class lies in one heap only. */
function newPointClass() {
  return class Point {
    constructor(
      public x: number,
      public y: number,
    ) {}

    norm(): number {
      return Math.hypot(this.x, this.y);
    }

    get sum(): number {
      return this.x + this.y;
    }
  };
}

for (const kind of kinds) {
  const setUp = () => {
    const memory = newHeapMemory();
    const main = heapRealm(kind, memory, 1, true);
    const worker = heapRealm(kind, memory, 2);
    main.heap.views.addNames(['x', 'y', 'z', 'norm', 'sum', 'push', 'constructor']);
    worker.heap.views.addNames(['x', 'y', 'z', 'norm', 'sum', 'push', 'constructor']);
    /** The same object in the other realm. */
    const elsewhere = <T extends object>(object: T): T => {
      const address = main.atomically(() => main.heap.publish(object));
      return worker.atomically(() => worker.heap.view(address)) as T;
    };
    return { main, worker, elsewhere };
  };

  describe(`shared objects: ${kind}`, () => {
    test('a published object stays the same object and reads the same', () => {
      const { main } = setUp();
      const inner = { z: 'text' };
      const object = { x: 1, y: inner };
      main.heap.publish(object);
      assert.equal(object.x, 1);
      assert.equal(object.y, inner);
      assert.equal(inner.z, 'text');
      assert.ok(Stamp.of(inner) > 0);
    });

    test('a write in one realm is read in the other', () => {
      const { main, worker, elsewhere } = setUp();
      const object = { x: 1, y: 'a' as unknown };
      const other = elsewhere(object);
      worker.atomically(() => {
        other.x = 2;
        other.y = [1, { z: true }];
      });
      main.atomically(() => {
        assert.equal(object.x, 2);
        assert.equal(jsonOf(main.heap)(object), '{"x":2,"y":[1,{"z":true}]}');
      });
    });

    test('all primitive values cross', () => {
      const { worker, elsewhere } = setUp();
      const values = [
        undefined,
        null,
        true,
        false,
        0,
        -0,
        1.5,
        Number.NaN,
        '',
        'ä€😀',
        '\0',
        Symbol.for('s'),
      ];
      const other = elsewhere([...values]);
      worker.atomically(() =>
        values.forEach((value, i) => assert.ok(Object.is(other.at(i), value), String(value))),
      );
    });

    test('a cyclic object keeps its identities', () => {
      const { worker, elsewhere } = setUp();
      const object: { x?: unknown; y?: unknown } = {};
      object.x = object;
      object.y = [object];
      const other = elsewhere(object) as { x: unknown; y: unknown[] };
      worker.atomically(() => {
        assert.equal(other.x, other);
        assert.equal(other.y.at(0), other);
      });
    });

    test('a long linked list is published without recursion', () => {
      const { worker, elsewhere } = setUp();
      let list: { x: unknown } | null = null;
      for (let i = 0; i < 100_000; i++) list = { x: list };
      let node = elsewhere(list!) as { x: unknown } | null;
      worker.atomically(() => {
        let length = 0;
        for (; node; node = node.x as typeof node) length++;
        assert.equal(length, 100_000);
      });
    });

    test('an array of the greatest length gets no more elements, as in the language', () => {
      const { worker, elsewhere } = setUp();
      const most = 2 ** 32 - 1;
      const fill = (list: unknown[]) => {
        const ends = [[], [1], [2, 3]].map(added => {
          try {
            return list.push(...added);
          } catch (error) {
            return String(error);
          }
        });
        return [ends, list.length, list[most], list[most + 1], Object.hasOwn(list, most - 1)];
      };
      const other = elsewhere(new Array(most)) as unknown[];
      worker.atomically(() => {
        assert.deepEqual(fill(worker.heap.full.of(other) as unknown[]), fill(new Array(most)));
        const push = (value: number) => Array.from({ length: 1 }, () => other.push(value));
        assert.throws(() => push(4), /^RangeError: Invalid array length$/);
      });
    });

    test('a property that another realm adds is read, enumerated last, and can be removed and added again', () => {
      const { main, worker, elsewhere } = setUp();
      const object: Record<string, unknown> = { x: 1, y: 2 };
      const other = elsewhere(object);
      worker.atomically(() => {
        other['z'] = 3;
      });
      main.atomically(() => {
        assert.equal(object['z'], 3);
        assert.deepEqual(main.heap.properties.keys(Stamp.of(object)), ['x', 'y', 'z']);
        const full = main.heap.full.of(object) as typeof object;
        assert.ok('z' in full);
        delete full['x'];
        assert.equal(object['x'], undefined);
        object['x'] = 4;
        assert.deepEqual(Object.keys(full), ['y', 'z', 'x']);
        assert.deepEqual({ ...full }, { y: 2, z: 3, x: 4 });
        assert.equal(object['x'], 4);
      });
    });

    test('symbols of the language are no properties of shared objects, whatever is added to these', () => {
      const { worker, elsewhere } = setUp();
      const other = elsewhere({ x: {} as Record<PropertyKey, unknown>, y: [1] });
      worker.atomically(() => {
        const full = worker.heap.full.of(other.x) as Record<PropertyKey, unknown>;
        full['added'] = 1;
        assert.equal(full[Symbol.toStringTag], undefined);
        assert.equal(Symbol.toPrimitive in full, false);
        assert.ok(delete full[Symbol.iterator]);
        assert.equal(String(full), '[object Object]');
        assert.ok(isDeepStrictEqual(full, { added: 1 }));
        assert.deepEqual([...(worker.heap.membrane.lend(other.y) as number[])], [1]);
        assert.throws(
          () => (full[Symbol.iterator] = 1),
          /the symbol Symbol\(Symbol\.iterator\) cannot be shared/,
        );
      });
    });

    test('an instance of a class keeps its class in all realms', () => {
      const { worker, elsewhere } = setUp();
      const Point = newPointClass();
      const other = elsewhere(new Point(3, 4));
      worker.atomically(() => {
        assert.ok(other instanceof Point);
        assert.equal(other.norm(), 5);
        assert.equal(other.sum, 7);
        assert.equal(other.constructor, Point);
      });
    });

    test('arrays have their length, elements and methods', () => {
      const { worker, elsewhere } = setUp();
      const other = elsewhere([3, 1, 2]);
      worker.atomically(() => {
        assert.ok(Array.isArray(other));
        assert.equal(other.push(5, 4), 5);
        assert.deepEqual([...other], [3, 1, 2, 5, 4]);
        assert.deepEqual(other.sort(), other);
        assert.deepEqual([...other], [1, 2, 3, 4, 5]);
        assert.equal(other.pop(), 5);
        assert.deepEqual(
          other.map(n => n * 2),
          [2, 4, 6, 8],
        );
        assert.deepEqual(other.slice(1, 3), [2, 3]);
        assert.deepEqual(other.concat(other), [1, 2, 3, 4, 1, 2, 3, 4]);
        assert.deepEqual(other.splice(0, 2, 9), [1, 2]);
        assert.deepEqual([...other], [9, 3, 4]);
        assert.equal(jsonOf(worker.heap)(other), '[9,3,4]');
      });
    });

    test('an array grows far beyond its published length', () => {
      const { worker, elsewhere } = setUp();
      const other = elsewhere([0]);
      worker.atomically(() => {
        for (let i = 1; i < 5000; i++) other.push(i);
        assert.equal(
          other.reduce((a, b) => a + b),
          (4999 * 5000) / 2,
        );
      });
    });

    test('a Map and a Set keep order, also when they change under an iterator', () => {
      const { worker, elsewhere } = setUp();
      const other = elsewhere({
        x: new Map<unknown, unknown>([
          [1, 'a'],
          ['1', 'b'],
          [Number.NaN, 'c'],
        ]),
        y: new Set([3, 2, 1]),
      });
      worker.atomically(() => {
        const { x: map, y: set } = other;
        assert.ok(map instanceof Map && set instanceof Set);
        assert.deepEqual([map.get(1), map.get('1'), map.get(Number.NaN), map.size], ['a', 'b', 'c', 3]);
        const visit = (elements: Set<number>) => {
          const seen: unknown[] = [];
          for (const key of elements) {
            seen.push(key);
            if (key === 3) elements.delete(3);
            if (key === 2) elements.delete(1);
            if (key === 2) elements.add(3).add(4);
          }
          return seen;
        };
        assert.deepEqual(visit(set), visit(new Set([3, 2, 1])));
        map.set(-0, 'zero').delete(1);
        assert.deepEqual([...map.keys()], ['1', Number.NaN, 0]);
      });
    });

    test('a table of many keys finds them all', () => {
      const { worker, elsewhere } = setUp();
      const other = elsewhere(new Map<string, number>());
      worker.atomically(() => {
        for (let i = 0; i < 20_000; i++) other.set(`key ${i}`, i);
        for (let i = 0; i < 20_000; i += 3) other.delete(`key ${i}`);
        for (let i = 0; i < 20_000; i++) assert.equal(other.get(`key ${i}`), i % 3 === 0 ? undefined : i);
        assert.equal(other.size, 20_000 - Math.ceil(20_000 / 3));
      });
    });

    test('hostile property names are names like any other', () => {
      const { worker, elsewhere } = setUp();
      const text =
        '{"__proto__":1,"constructor":2,"toString":3,"$shared":4,"10":5,"2":6,"":7,"hasOwnProperty":8}';
      const object = JSON.parse(text) as Record<string, number>;
      const keys = Object.keys(object);
      const other = elsewhere(object);
      worker.atomically(() => {
        const full = worker.heap.full.of(other) as Record<string, number>;
        assert.deepEqual(Object.keys(full), keys);
        for (const key of keys) assert.equal(full[key], (JSON.parse(text) as Record<string, number>)[key]);
      });
    });

    for (const [what, value, wayOut] of [
      ['a WeakMap', () => new WeakMap(), /this WeakMap cannot be shared: share the data in it/],
      ['a sticky regular expression', () => /x/y, /this RegExp cannot be shared/],
      ['a Promise', () => Promise.resolve(), /this Promise cannot be shared/],
      ['a Buffer', () => Buffer.from('a'), /this Buffer cannot be shared: share a plain Uint8Array/],
      [
        'a typed array with a property of its own',
        () => Object.assign(new Uint8Array(1), { width: 1 }),
        /remove its property width/,
      ],
      [
        'a view of a SharedArrayBuffer',
        () => new Uint8Array(new SharedArrayBuffer(1)),
        /it shows a SharedArrayBuffer/,
      ],
      [
        'an ArrayBuffer of no fixed length',
        () => new (ArrayBuffer as unknown as new (n: number, o: object) => object)(1, { maxByteLength: 2 }),
        /share buffer\.slice\(\)/,
      ],
      ['a local symbol', () => Symbol('s'), /use Symbol.for\('s'\)/],
      [
        'an object that says itself what it iterates over',
        () => ({ *[Symbol.iterator]() {} }),
        /its property Symbol\(Symbol\.iterator\) is one that the language asks for; make it a member of a class/,
      ],
      ['a sealed object', () => Object.seal({ x: 1 }), /leave out Object\.seal/],
      ['a frozen Map', () => Object.freeze(new Map()), /leave out Object\.seal/],
      [
        'an object with a read-only property',
        () => Object.defineProperty({}, 'p', { value: 1, enumerable: true }),
        /property p is read-only/,
      ],
      [
        'an object with a hidden property',
        () => Object.defineProperty({}, 'p', { value: 1, writable: true, configurable: true }),
        /property p is hidden/,
      ],
      [
        'a getter',
        () => ({
          get x() {
            return 1;
          },
        }),
        /property x has a getter/,
      ],
      ['a function of the engine', () => Math.max, /the function max cannot be shared/],
      ['an array of a subclass', () => new (class extends Array {})(), /use a plain array/],
    ] as const) {
      test(`${what} is refused, and what was on its way with it stays as it was`, () => {
        const { main } = setUp();
        const object = { x: 1, y: value() };
        assert.throws(() => main.heap.publish(object), wayOut);
        assert.equal(Stamp.of(object), 0);
        assert.deepEqual(Object.keys(object), ['x', 'y']);
      });
    }

    test('a value that is refused where it would be new leaves no trace', () => {
      const { worker, elsewhere } = setUp();
      const other = elsewhere({
        x: { a: 1 } as Record<string, unknown>,
        y: new Map<unknown, unknown>([[1, 1]]),
        z: [1] as unknown[],
      });
      worker.atomically(() => {
        const full = worker.heap.full.of(other.x) as Record<string, unknown>;
        assert.throws(() => (full['b'] = new WeakMap()), /this WeakMap cannot be shared/);
        assert.throws(() => other.y.set(2, new WeakMap()), /this WeakMap cannot be shared/);
        assert.throws(() => other.y.set(new WeakMap(), 2), /this WeakMap cannot be shared/);
        assert.throws(() => other.z.push(new WeakMap()), /this WeakMap cannot be shared/);
        full['c'] = 2;
        other.y.set(3, 3);
        assert.deepEqual(Object.keys(full), ['a', 'c']);
        assert.deepEqual([...other.y.keys()], [1, 3]);
        assert.equal(other.y.size, 2);
        assert.deepEqual([...other.z], [1]);
      });
    });

    test('reaching the heap limit is an error with that message, and the heap continues to work', () => {
      const memory = newHeapMemory();
      const { heap } = heapRealm(kind, memory, 1, true, 4 * 2 ** 20);
      assert.throws(
        () => heap.publish(new Array(300_000).fill(0)),
        /the shared heap is full: its limit is 4 MiB/,
      );
      const object = { x: 1 };
      heap.publish(object);
      assert.equal(object.x, 1);
    });

    test('a giant text crosses', () => {
      const { worker, elsewhere } = setUp();
      const text = 'ab€'.repeat(1_000_000);
      const other = elsewhere({ x: text });
      worker.atomically(() => assert.ok(other.x === text));
    });
  });
}
