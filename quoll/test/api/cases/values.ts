/** Shared values. */
import { emit, on, shared, spawn } from '@hocket/quoll';
import { handled } from '../helpers.js';
import type { Cases } from '../case.js';

export const values: Cases = {
  'objects: fields are added, deleted and listed in order': [
    async () => {
      const o: Record<string, unknown> = { b: 1, a: 2 };
      on(o, 'e', () => {
        o['c'] = { nested: [1] };
        delete o['b'];
        o['z'] = undefined;
        o['b'] = 3;
      });
      emit(o, 'e');
      await handled(o, 'e');
      const keys = [];
      for (const key in o) keys.push(key);
      const { a, ...rest } = o;
      return [Object.keys(o), keys, 'z' in o, 'y' in o, JSON.stringify(o), a, Object.keys({ ...rest })];
    },
    [
      ['a', 'c', 'z', 'b'],
      ['a', 'c', 'z', 'b'],
      true,
      false,
      '{"a":2,"c":{"nested":[1]},"b":3}',
      2,
      ['c', 'z', 'b'],
    ],
  ],
  'arrays: methods, length, holes and iteration': [
    async () => {
      const o = { list: [5, 3, 1] as (number | undefined)[], out: [] as unknown[] };
      on(o, 'e', () => {
        const { list, out } = o;
        list.push(4, 2);
        out.push(list.length, list.indexOf(4), list.includes(9), list[list.length - 1]);
        list.sort();
        out.push(list.join(), list.slice(1, 3).join(), list.map(k => (k ?? 0) * 2).join());
        list.splice(1, 2, 9, 8, 7);
        list.unshift(0);
        out.push(list.shift(), list.pop(), [...list].join(), list.filter(k => k! > 7).length);
        list.reverse();
        list[8] = 1;
        out.push(
          list.length,
          6 in list,
          list.find(k => k === 8),
          list.reduce((a, k) => a! + k!, 0),
          list.concat([1]).length,
        );
        list.length = 2;
        out.push(list.join(), Array.isArray(list), list.at(-1), list.flatMap(k => [k, k]).length);
      });
      emit(o, 'e');
      await handled(o, 'e');
      const [first, ...others] = o.list;
      return [[...o.out], first, others, JSON.stringify(o.list), o.list.length];
    },
    [
      [
        ...[5, 3, false, 2, '1,2,3,4,5', '2,3', '2,4,6,8,10', 0, 5, '1,9,8,7,4', 2],
        ...[9, false, 8, 30, 10, '4,7', true, 7, 4],
      ],
      4,
      [7],
      '[4,7]',
      2,
    ],
  ],
  'Map and Set: keys are values and objects': [
    async () => {
      const key = { k: 1 };
      const o = {
        map: new Map<unknown, unknown>([[key, 'object']]),
        set: new Set<unknown>([1, 'a']),
        out: [] as unknown[],
      };
      on(o, 'e', () => {
        o.out.push(o.map.get(key), o.map.size, o.set.has('a'), o.set.has(2));
        o.map.set('n', 1).set(NaN, 2).delete('n');
        o.set.add(key).add(key);
        o.set.delete(1);
        o.map.forEach(value => o.out.push(value));
      });
      emit(o, 'e');
      await handled(o, 'e');
      return [[...o.out], o.map.get(NaN), o.map.has(key), o.set.has(key), o.set.size, [...o.map.values()]];
    },
    [['object', 1, true, false, 'object', 2], 2, true, true, 2, ['object', 2]],
  ],
  'values: undefined, null, numbers, strings and cycles': [
    async () => {
      interface Node {
        self?: Node;
        values: unknown[];
      }
      const o: Node = {
        values: [undefined, null, NaN, -0, 1e300, 0.1, '', 'é😀', true, 2 ** 31, 'x'.repeat(1000)],
      };
      o.self = o;
      const copy: unknown[] = [];
      on(o, 'e', () => {
        copy.push(...o.self!.self!.values);
      });
      emit(o, 'e');
      await handled(o, 'e');
      return [copy.length, copy.every((value, i) => Object.is(value, o.values[i])), o.self === o];
    },
    [11, true, true],
  ],
  'shared: publishes an object and returns it': [
    async () => {
      const o = shared({ n: 1, list: [1] });
      o.n++;
      o.list.push(2);
      return [o.n, o.list.length, await spawn((p: typeof o) => p.n + p.list[1]!, o)];
    },
    [2, 2, 4],
  ],
};
