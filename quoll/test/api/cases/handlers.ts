/** Properties of handlers: they are closures and atomic, asynchronous ones too. */
import { emit, finish, on, spawn } from '@hocket/quoll';
import { handled, isPrime, later } from '../helpers.js';
import type { Cases } from '../case.js';

export const handlers: Cases = {
  // Handlers are closures
  'captured variables are shared, and assigned ones too': [
    async () => {
      let total = 0;
      const seen: number[] = [];
      var last = -1;
      const o = {};
      const add = (k: number) => {
        total += k;
        last = k;
      };
      on(o, 'e', (k: number) => {
        if (isPrime(k)) add(k);
        seen.push(k);
      });
      for (let i = 0; i < 20; i++) emit(o, 'e', i);
      await handled(o, 'e');
      return [total, seen.length, isPrime(last)];
    },
    [77, 20, true],
  ],
  'a loop variable is fresh in each iteration': [
    async () => {
      const o = { seen: [] as number[] };
      for (let i = 0; i < 4; i++) on(o, 'e', () => void o.seen.push(i));
      emit(o, 'e');
      await handled(o, 'e');
      return [...o.seen].sort();
    },
    [0, 1, 2, 3],
  ],
  'classes and their instances cross': [
    async () => {
      class Point {
        constructor(
          public x: number,
          public y: number,
        ) {}
        get sum() {
          return this.x + this.y;
        }
        move(dx: number) {
          this.x += dx;
          return this;
        }
      }
      class Named extends Point {
        name = 'p';
        override move(dx: number) {
          return super.move(dx * 2);
        }
      }
      const o = { points: [] as Point[] };
      on(o, 'e', (p: Point) => {
        o.points.push(p.move(1), new Named(5, p.sum));
      });
      const p = new Named(1, 2);
      emit(o, 'e', p);
      await handled(o, 'e');
      const [first, second] = o.points as [Point, Named];
      return [first === p, p.x, first instanceof Named, second instanceof Named, second.sum, second.name];
    },
    [true, 3, true, true, 10, 'p'],
  ],
  'functions are arguments of events': [
    async () => {
      const o = { n: 0 };
      let step = 3;
      on(o, 'call', (f: (k: number) => void, k: number) => f(k));
      emit(o, 'call', (k: number) => void (o.n += k * step), 2);
      emit(o, 'call', (k: number) => void (step = k), 3);
      await handled(o, 'call');
      return o.n;
    },
    6,
  ],
  // Atomicity
  'increments are not lost': [
    async () => {
      const o = { n: 0 };
      on(o, 'e', () => void (o.n = o.n + 1));
      for (let i = 0; i < 500; i++) emit(o, 'e');
      await handled(o, 'e');
      return o.n;
    },
    500,
  ],
  'a handler sees a state that no other handler is in the middle of': [
    async () => {
      const o = { a: 0, b: 0, broken: 0 };
      on(o, 'write', () => {
        o.a++;
        o.b++;
      });
      on(o, 'read', () => {
        if (o.a !== o.b) o.broken++;
      });
      for (let i = 0; i < 200; i++) emit(emit(o, 'write'), 'read');
      await Promise.all([handled(o, 'write'), handled(o, 'read')]);
      return [o.a, o.b, o.broken];
    },
    [200, 200, 0],
  ],
  'what a handler that fails emits and registers is dropped, and the program goes on': [
    async () => {
      const o = { n: 0 };
      on(o, 'fail', () => {
        emit(o, 'e', 1);
        on(o, 'e', k => void (o.n += k * 100));
        throw new Error('expected');
      });
      on(o, 'e', k => void (o.n += k));
      emit(o, 'fail');
      await handled(o, 'fail');
      emit(o, 'e', 10);
      await handled(o, 'e');
      return o.n;
    },
    10,
  ],
  'an exception undoes all writes of its handler: undone': [
    async () => {
      const o = { n: 1, list: [1, 2], map: new Map([['a', 1]]), gone: 5 } as {
        n: number;
        list: number[];
        map: Map<string, number>;
        gone?: number;
      };
      on(o, 'fail', () => {
        o.n = 99;
        o.list.push(3);
        o.map.set('b', 2);
        delete o.gone;
        throw new Error('expected');
      });
      emit(o, 'fail');
      await handled(o, 'fail');
      return [o.n, [...o.list], [...o.map], o.gone];
    },
    [1, [1, 2], [['a', 1]], 5],
  ],
  // Async handlers
  'an async handler runs to its end, and finish waits for it': [
    async () => {
      const o = { log: [] as string[] };
      on(o, 'e', async () => {
        o.log.push('first');
        await later();
        o.log.push('second');
      });
      await finish(() => emit(o, 'e'));
      return [...o.log];
    },
    ['first', 'second'],
  ],
  'an async task gives its result': [
    async () =>
      spawn(async (n: number) => {
        await later();
        return n + 1;
      }, 1),
    2,
  ],
};
