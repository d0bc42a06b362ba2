/** Eventual fields. */
import {
  append,
  emit,
  eventual,
  finish,
  histogram,
  markEventual,
  max,
  min,
  on,
  sum,
  union,
} from '@hocket/quoll';
import { handled } from '../helpers.js';
import type { Cases } from '../case.js';

export const eventualFields: Cases = {
  'eventual: contributions of all handlers add up': [
    async () => {
      const o = { total: 5, all: 0 };
      eventual(o, 'total', sum);
      on(o, 'e', k => void (o.total += k));
      for (let i = 1; i <= 100; i++) emit(o, 'e', i);
      await handled(o, 'e');
      return o.total;
    },
    5055,
  ],
  'eventual: min, max, append, union and histogram': [
    async () => {
      const o = { low: 50, high: 50, list: [0], set: new Set([1]), counts: new Map([[0, 1]]) };
      eventual(o, 'low', min);
      eventual(o, 'high', max);
      eventual(o, 'list', append);
      eventual(o, 'set', union);
      eventual(o, 'counts', histogram);
      on(o, 'e', (k: number) => {
        if (k < o.low) o.low = k;
        if (k > o.high) o.high = k;
        o.list.push(k);
        o.set.add(k % 3);
        o.counts.set(k % 2, (o.counts.get(k % 2) ?? 0) + 1);
      });
      for (const k of [40, 45, 60, 55]) emit(o, 'e', k);
      await handled(o, 'e');
      return [o.low, o.high, [...o.list].sort(), [...o.set].sort(), [...o.counts].sort()];
    },
    [
      40,
      60,
      [0, 40, 45, 55, 60],
      [0, 1],
      [
        [0, 3],
        [1, 2],
      ],
    ],
  ],
  'eventual: an absent field counts as its identity': [
    async () => {
      const o: Record<string, number | string> = {};
      markEventual(o, 'sum', (global: number, initial: number, final: number) => global + (final - initial));
      markEventual(
        o,
        'product',
        (global: number, initial: number, final: number) => global * (final / initial),
        1,
      );
      on(o, 'e', (k: number) => {
        o['sum'] = ((o['sum'] as number) ?? 0) + k;
        o['product'] = ((o['product'] as number) ?? 1) * k;
      });
      for (const k of [2, 3, 4]) emit(o, 'e', k);
      await handled(o, 'e');
      return [o['sum'], o['product']];
    },
    [9, 24],
  ],
  'eventual: an accumulator that throws leaves the field': [
    async () => {
      const o = { n: 1, m: 1 };
      markEventual(o, 'n', () => {
        throw new Error('expected');
      });
      on(o, 'e', () => {
        o.n = 5;
        o.m = 2;
      });
      emit(o, 'e');
      await handled(o, 'e');
      return [o.n, o.m];
    },
    [1, 2],
  ],
  'eventual: every field of an object, and those added later': [
    async () => {
      const counts: Record<string, number> = {};
      const o = {};
      eventual(counts, '*', sum);
      on(o, 'e', (words: string[]) => {
        for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
      });
      for (let i = 0; i < 30; i++) emit(o, 'e', ['a', 'b', 'a', `w${i % 3}`]);
      await handled(o, 'e');
      return ['a', 'b', 'w0', 'w1', 'w2'].map(word => counts[word]);
    },
    [60, 30, 10, 10, 10],
  ],
  'eventual: what a handler emits sees its contribution': [
    async () => {
      const o = { total: 0, seen: -1 };
      eventual(o, 'total', sum);
      on(o, 'e', () => {
        o.total += 7;
        emit(o, 'after');
      });
      on(o, 'after', () => void (o.seen = o.total));
      await finish(() => emit(o, 'e'));
      return o.seen;
    },
    7,
  ],
};
