/**
 * What the API promises, as small programs with their results. Every run time must give these results. A case named
 * `…: undone` is about writes that an exception undoes, which the sequential run time does not.
 */
import * as quoll from '@hocket/quoll';
import { handled, isPrime, settled } from './helpers.js';

const { append, async, emit, eventual, finish, gather, histogram, mapReduce, markEventual, max, min, never } =
  quoll;
const { on, once, scatter, shared, spawn, sum, union, waitall } = quoll;

type Case = [run: () => unknown, expected: unknown];

const later = (failures: string[]) => (error: unknown) => void failures.push((error as Error).message);

export const cases: Record<string, Case> = {
  // Events
  'emit: each event runs each handler once, with its arguments and this': [
    async () => {
      const o = { name: 'o', seen: [] as unknown[] };
      on(o, 'e', function (this: typeof o, a: number, b?: string) {
        this.seen.push([this.name, a, b]);
      });
      on(o, 'e', a => void o.seen.push(a));
      emit(o, 'e', 1, 'x');
      emit(o, 'e', 2);
      await handled(o, 'e');
      return o.seen.map(seen => JSON.stringify(seen)).sort();
    },
    ['1', '2', '["o",1,"x"]', '["o",2,null]'],
  ],
  'on: an event emitted before is not seen': [
    async () => {
      const o = { n: 0 };
      emit(o, 'e');
      on(o, 'e', () => void o.n++);
      emit(o, 'e');
      await handled(o, 'e');
      return o.n;
    },
    1,
  ],
  'once: of two events one is seen': [
    async () => {
      const o = { n: 0 };
      once(o, 'e', () => void o.n++);
      emit(emit(emit(o, 'e'), 'other'), 'e');
      await handled(o, 'e');
      return o.n;
    },
    1,
  ],
  'never: removed handlers see no later event': [
    async () => {
      const o = { n: 0 };
      on(o, 'e', () => void (o.n += 1));
      emit(o, 'e');
      never(o, 'e');
      emit(o, 'e');
      on(o, 'e', () => void (o.n += 10));
      emit(o, 'e');
      await handled(o, 'e');
      return o.n;
    },
    11,
  ],
  'calls return the object': [
    () => {
      const o = {};
      return [
        on(o, 'e', () => 1),
        once(o, 'e', () => 1),
        emit(o, 'e'),
        never(o, 'e'),
        waitall(o, 'e', () => 1),
      ].map(returned => returned === o);
    },
    [true, true, true, true, true],
  ],
  'a handler registers and emits, which takes effect in its order': [
    async () => {
      const o = { log: [] as string[] };
      await new Promise<void>(resolve => {
        on(o, 'start', () => {
          emit(o, 'a', 'too early');
          on(o, 'a', text => {
            o.log.push(text);
            emit(o, 'end');
          });
          emit(o, 'a', 'seen');
        });
        on(o, 'end', resolve, { realm: 'main' });
        emit(o, 'start');
      });
      return o.log;
    },
    ['seen'],
  ],
  'a function is a target too': [
    async () => {
      const f = () => 0;
      const o = { n: 0 };
      on(f, 'e', k => void (o.n += k));
      emit(f, 'e', 5);
      await handled(f, 'e');
      return o.n;
    },
    5,
  ],
  'wrong arguments are refused with their values': [
    () =>
      [
        () => on(3 as never, 'e', () => 0),
        () => on({}, 5 as never, () => 0),
        () => on({}, 'e', 'f' as never),
        () => emit(null as never, 'e'),
        () => spawn(7 as never),
        () => finish(undefined as never),
        () => markEventual({}, 'f', 1 as never),
        () => on({}, 'e', () => 0, { realm: 'moon' as never }),
      ].map(call => {
        try {
          return String(call());
        } catch (error) {
          return (error as Error).name;
        }
      }),
    Array(8).fill('TypeError'),
  ],

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

  // Guards
  'waitall: the guard runs after all events, whether emitted before or after it': [
    async () => {
      const o = { n: 0, seen: -1 };
      on(o, 'e', () => void o.n++);
      emit(o, 'e');
      const done = handled(o, 'e');
      emit(o, 'e');
      emit(o, 'e');
      await done;
      return o.n;
    },
    3,
  ],
  'waitall: a guard runs once': [
    async () => {
      const o = { guards: 0 };
      on(o, 'e', () => 0);
      emit(o, 'e');
      waitall(o, 'e', () => void o.guards++);
      await handled(o, 'e');
      emit(o, 'e');
      await handled(o, 'e');
      await settled();
      return o.guards;
    },
    1,
  ],
  'waitall: without an event the guard never runs': [
    async () => {
      const o = { guards: 0 };
      on(o, 'e', () => 0);
      emit(o, 'e');
      await handled(o, 'e');
      waitall(o, 'e', () => void o.guards++);
      await settled();
      return o.guards;
    },
    0,
  ],
  'waitall: an event without a handler, and one whose handler fails, are finished': [
    async () => {
      const o = {};
      emit(o, 'nobody');
      await handled(o, 'nobody');
      on(o, 'fails', () => {
        throw new Error('expected');
      });
      emit(o, 'fails');
      await handled(o, 'fails');
      return 'done';
    },
    'done',
  ],
  'waitall: a guard does not wait for what the handlers emit': [
    async () => {
      const o = { order: [] as string[] };
      on(o, 'e', depth => {
        if (depth > 0) emit(o, 'e', depth - 1);
      });
      emit(o, 'e', 200);
      await handled(o, 'e');
      return 'done';
    },
    'done',
  ],
  'waitall: a handler guards its own events': [
    async () => {
      const o = { parts: 0, seen: 0 };
      await new Promise<void>(resolve => {
        on(o, 'part', () => void o.parts++);
        on(o, 'whole', () => {
          for (let i = 0; i < 10; i++) emit(o, 'part');
          waitall(o, 'part', () => {
            o.seen = o.parts;
            emit(o, 'end');
          });
        });
        on(o, 'end', resolve, { realm: 'main' });
        emit(o, 'whole');
      });
      return o.seen;
    },
    10,
  ],

  // Futures
  'spawn: get gives the result, a falsy one too, early and late': [
    async () => {
      const results = [0, '', null, false, undefined].map(value => spawn((v: unknown) => v, value));
      const early = await Promise.all(results.map(future => new Promise(resolve => future.get(resolve))));
      const late = await Promise.all(results.map(future => new Promise(resolve => future.get(resolve))));
      return [early.map(String), late.map(String)];
    },
    [
      ['0', '', 'null', 'false', 'undefined'],
      ['0', '', 'null', 'false', 'undefined'],
    ],
  ],
  'spawn: a future may be awaited, and rejects with the error': [
    async () => {
      const failures: string[] = [];
      const value = await spawn((a: number, b: number) => a * b, 6, 7);
      await spawn(() => {
        throw new Error('no');
      }).then(undefined, later(failures));
      return [value, failures];
    },
    [42, ['no']],
  ],
  'spawn: get calls failed with the error': [
    async () =>
      new Promise(resolve =>
        spawn(() => {
          throw new RangeError('far');
        }).get(
          () => resolve('result'),
          error => resolve([(error as Error).name, (error as Error).message]),
        ),
      ),
    ['RangeError', 'far'],
  ],
  'spawn: a task starts tasks and uses their results': [
    async () => {
      const o = { sum: 0 };
      await finish(() => {
        spawn(() => {
          for (let i = 1; i <= 4; i++) spawn((k: number) => k * k, i).get(square => void (o.sum += square));
        });
      });
      return o.sum;
    },
    30,
  ],
  'spawn: results are objects that keep their identity': [
    async () => {
      const o = { inner: { n: 1 } };
      const back = await spawn((p: typeof o) => {
        p.inner.n++;
        return p.inner;
      }, o);
      return [back === o.inner, o.inner.n];
    },
    [true, 2],
  ],

  // Tasks
  'finish: completes after all tasks': [
    async () => {
      const data = [1, 2, 3, 4, 5];
      await finish(() => {
        for (const i in data) async((index: string) => void (data[Number(index)]! *= 10), i);
      });
      return [...data];
    },
    [10, 20, 30, 40, 50],
  ],
  'finish: waits for what its tasks start': [
    async () => {
      const o = { n: 0 };
      const grow = (depth: number): void => {
        o.n++;
        if (depth > 0) for (let i = 0; i < 3; i++) async(grow, depth - 1);
      };
      await finish(() => async(grow, 4));
      return o.n;
    },
    121,
  ],
  'finish: waits for events and their handlers': [
    async () => {
      const o = { n: 0 };
      on(o, 'e', depth => {
        o.n++;
        if (depth > 0) emit(o, 'e', depth - 1);
      });
      await finish(() => emit(o, 'e', 20));
      return o.n;
    },
    21,
  ],
  'finish: nested and repeated ones do not mix': [
    async () => {
      const o = { outer: 0, inner: 0, seen: [] as number[][] };
      await finish(() => {
        async(() => {
          finish(() => {
            for (let i = 0; i < 5; i++) async(() => void o.inner++);
          }).ondone(() => void o.seen.push([o.inner]));
        });
        async(() => void o.outer++);
      });
      await finish(() => async(() => void o.outer++));
      return [o.outer, o.inner, o.seen.map(seen => [...seen])];
    },
    [2, 5, [[5]]],
  ],
  'finish: one that starts when another has completed is not part of it': [
    async () => {
      const o = { first: 0, second: 0 };
      await new Promise<void>(resolve => {
        finish(() => async(() => void o.first++)).ondone(() => {
          // Returned, so that the callback is a task that ends when the second one does.
          return finish(() => async(() => void o.second++)).ondone(() => emit(o, 'end'));
        });
        on(o, 'end', resolve, { realm: 'main' });
      });
      await settled();
      return [o.first, o.second];
    },
    [1, 1],
  ],
  'finish: an empty one completes': [async () => String(await finish(() => 0)), 'undefined'],
  'finish: waits for the promise that its function returns': [
    async () => {
      const o = { n: 0 };
      await finish(async () => {
        async(() => void o.n++);
        await settled();
        async(() => void o.n++);
      });
      return o.n;
    },
    2,
  ],
  'finish: its failures reject it, and ondone gets them': [
    async () => {
      const failures: string[] = [];
      const fail = () =>
        finish(() => {
          async(() => {
            throw new Error('a');
          });
          async(() => 0);
        });
      await fail().then(
        () => failures.push('resolved'),
        error =>
          failures.push((error as AggregateError).errors.map(inner => (inner as Error).message).join()),
      );
      const given = await new Promise<unknown[]>(resolve => fail().ondone(errors => resolve(errors ?? [])));
      return [failures, given.map(error => (error as Error).message)];
    },
    [['a'], ['a']],
  ],

  // Patterns
  'mapReduce: results come in the order of the elements': [
    async () =>
      mapReduce(
        [3, 1, 2],
        (element, index) => `${index}:${element}`,
        results => results.join(),
      ),
    '0:3,1:1,2:2',
  ],
  'mapReduce: of nothing reduces nothing': [
    async () => [
      await mapReduce(
        [],
        x => x,
        results => results.length,
      ),
    ],
    [0],
  ],
  'mapReduce: a map that fails rejects it': [
    async () => {
      const failures: string[] = [];
      await mapReduce(
        [1, 2],
        x => {
          if (x === 2) throw new Error('two');
          return x;
        },
        results => results,
      ).then(() => failures.push('resolved'), later(failures));
      return failures;
    },
    ['two'],
  ],
  'scatter and gather: chunks in order, of nearly equal length': [
    async () => {
      const chunks = scatter([1, 2, 3, 4, 5, 6, 7], 3);
      const sums = await gather(chunks, chunk => chunk.reduce((a, b) => a + b, 0));
      return [chunks.map(chunk => [...chunk]), [...sums]];
    },
    [
      [
        [1, 2],
        [3, 4],
        [5, 6, 7],
      ],
      [3, 7, 18],
    ],
  ],

  // Eventual fields
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

  // Async handlers
  'an async handler runs to its end, and finish waits for it': [
    async () => {
      const o = { log: [] as string[] };
      on(o, 'e', async () => {
        o.log.push('first');
        await settled();
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
        await settled();
        return n + 1;
      }, 1),
    2,
  ],

  // Shared values
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
