/** Registering, emitting and guards. */
import {
  emit,
  finish,
  histogram,
  mapReduce,
  markEventual,
  never,
  on,
  once,
  scatter,
  spawn,
  sum,
  waitall,
} from '@hocket/quoll';
import { handled } from '../helpers.js';
import type { Cases } from '../case.js';

export const events: Cases = {
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
  'wrong arguments are refused at the call, with their values': [
    () =>
      [
        () => on(3 as never, 'e', () => 0),
        () => on({}, 5 as never, () => 0),
        () => on({}, 'e', 'f' as never),
        () => on({}, 'e', () => 0, { realm: 'moon' as never }),
        () => emit(null as never, 'e'),
        () => spawn(7 as never),
        () => spawn(() => 0).get(null as never, () => 0),
        () => spawn(() => 0).get(undefined as never),
        () => spawn(() => 0).get(() => 0, 5 as never),
        () => finish(undefined as never),
        () => finish(() => 0).ondone(null as never),
        () =>
          mapReduce(
            [1],
            n => n,
            () => 0,
          ).ondone(4 as never),
        () => scatter([1], 0.5),
        () => markEventual(null as never, 'f', sum),
        () => markEventual({}, 'f', 1 as never),
        () => markEventual({ length: 1 }, 0 as never, sum),
        () => markEventual([1], 'length', sum),
        () => markEventual(Object.freeze({}), 'q', sum),
        () => markEventual({ words: {} }, 'words', histogram),
      ].map(call => {
        try {
          return String(call());
        } catch (error) {
          return `${(error as Error).name}: ${(error as Error).message}`;
        }
      }),
    [
      'TypeError: events need an object, not 3',
      'TypeError: the label of an event must be a string, not 5',
      'TypeError: a handler must be a function, not f',
      "TypeError: the realm of a handler must be 'main' or 'any', not moon",
      'TypeError: events need an object, not null',
      'TypeError: spawn needs a function, not 7',
      'TypeError: get needs a callback, not null',
      'TypeError: get needs a callback, not undefined',
      'TypeError: get needs a callback, not 5',
      'TypeError: finish needs a function, not undefined',
      'TypeError: ondone needs a callback, not null',
      'TypeError: ondone needs a callback, not 4',
      'RangeError: scatter needs a number of parts from 1, not 0.5',
      'TypeError: markEventual needs an object, not null',
      'TypeError: markEventual needs an accumulator (global, initial, final), not 1',
      'TypeError: the name of an eventual field must be a string, not 0',
      'TypeError: markEventual needs a field that may change, not length',
      'TypeError: markEventual needs a field that may change, not q',
      "TypeError: histogram cannot combine what the field 'words' holds (object): begin with new Map()",
    ],
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
      // finish waits for a guard, also for one that runs again.
      await finish(() => {
        emit(o, 'e');
        waitall(o, 'e', () => void o.guards++);
      });
      await finish(() => emit(o, 'e'));
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
      await finish(() => waitall(o, 'e', () => void o.guards++));
      await finish(() => emit(o, 'e'));
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
};
