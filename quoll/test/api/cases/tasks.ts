/** Futures, `finish` and patterns. */
import { async, emit, finish, gather, mapReduce, on, request, scatter, spawn } from '@hocket/quoll';
import { later } from '../helpers.js';
import type { Cases } from '../case.js';

const noteIn = (failures: string[]) => (error: unknown) => void failures.push((error as Error).message);

export const tasks: Cases = {
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
      }).then(undefined, noteIn(failures));
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
  'finish: does not wait for functions of timers': [
    async () => {
      const o = { log: [] as string[], timer: undefined as ReturnType<typeof setTimeout> | undefined };
      await finish(() => {
        async(() => {
          o.timer = setTimeout(() => void o.log.push('timer'), 1_000_000);
          o.log.push('task');
        });
      });
      clearTimeout(o.timer);
      return o.log;
    },
    ['task'],
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
  'finish: completes when one inside it throws, in a handler and outside, and its tasks have run': [
    async () => {
      const o = { seen: [] as string[] };
      const failing = (where: string): void => {
        try {
          finish(() => {
            async((text: string) => void o.seen.push(text), where);
            throw new Error(`caught ${where}`);
          });
        } catch (error) {
          o.seen.push((error as Error).message);
        }
        try {
          request('r', undefined, () => {
            throw new Error('request');
          });
        } catch (error) {
          o.seen.push((error as Error).message);
        }
      };
      on(o, 'e', failing);
      await finish(() => failing('outside'));
      await finish(() => emit(o, 'e', 'handler'));
      return o.seen.filter(text => text !== 'request');
    },
    ['caught outside', 'outside', 'caught handler', 'handler'],
  ],
  'finish: completes when a pattern inside it refuses an element': [
    async () => {
      const o = { n: 0, reduced: 0 };
      on(o, 'e', () => {
        try {
          mapReduce(
            [1, Symbol('no')],
            () => 1,
            all => void (o.reduced += all.length),
          );
          gather([[Symbol('no')]], () => 1);
        } catch {
          // On one thread symbols need not cross.
        }
        o.n++;
      });
      await finish(() => emit(o, 'e'));
      return o.n;
    },
    1,
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
      return [o.first, o.second];
    },
    [1, 1],
  ],
  'finish: waits for callbacks that its tasks give to futures and to a finish inside it': [
    async () => {
      const o = { got: 0, inner: 0, innermost: 0 };
      const early = spawn((n: number) => n + 1, 1);
      await finish(() => {
        early.get(n => void (o.got = n));
        async(() => {
          finish(() => async(() => 0)).ondone(() => {
            o.inner++;
            finish(() => async(() => 0)).ondone(() => void o.innermost++);
          });
        });
      });
      return [o.got, o.inner, o.innermost];
    },
    [2, 1, 1],
  ],
  'finish: an empty one completes': [async () => String(await finish(() => 0)), 'undefined'],
  'finish: waits for the promise that its function returns': [
    async () => {
      const o = { n: 0 };
      await finish(async () => {
        async(() => void o.n++);
        await later();
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
      ).then(() => failures.push('resolved'), noteIn(failures));
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
};
