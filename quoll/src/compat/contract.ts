/**
 * The functions that rewritten code calls, on one thread: every object is its own view, and no value crosses.
 */
import { eventCalls } from '../contract/calls.js';
import type { Contract, ModuleRecord } from '../contract/contract.js';
import { elementsOf, keysOf } from '../contract/loops.js';
import { inWordsOfProgram } from '../contract/messages.js';
import { late } from '../contract/late.js';
import { noPart } from '../contract/part.js';
import { Resources } from '../contract/resources.js';
import { noteModule } from '../contract/texts.js';
import { hostWith, type Printing, waitingConsole, waitingTimers } from './host.js';
import { api } from './index.js';
import { carried, isInHandler, turn } from './turns.js';

/**
 * A contract that runs everything sequentially in this realm. `recordOf` finds the record of a rewritten module; `own` replaces further host
 * objects.
 */
export function sequentialContract(
  printing: Printing = () => undefined,
  recordOf: (hash: string) => ModuleRecord | undefined = () => undefined,
  own: Readonly<Record<string, unknown>> = {},
): Contract {
  const read = (object: unknown, key: PropertyKey) => (object as Record<PropertyKey, unknown>)[key];
  const same = <T>(value: T): T => value;
  const part = noPart(() => undefined);
  const handlers = {
    get isInHandler() {
      return isInHandler();
    },
    effect: (effect: () => void) => turn().effect(effect),
  };
  return {
    probing: false,
    module(_url, hash, tools) {
      const record = recordOf(hash);
      if (record) noteModule(record);
      return {
        ...tools,
        isMaking: false,
        reveal: () => undefined as never,
        key: (_id, _index, value) => value as PropertyKey,
        klass: () => undefined,
        parent: () => undefined,
      };
    },
    cell: value => ({ v: value }),
    nil: read,
    put: () => false,
    size: object => read(object, 'length'),
    get: read,
    keys: object => keysOf(object, same),
    each: (iterable, walk) => elementsOf(iterable, read, walk),
    full: same,
    parts: same,
    wholes: same,
    wholesLater: same,
    fn: same,
    lend: same,
    lendAll: values => [...values],
    to: (_, value) => value,
    toAll: (_, values) => [...values],
    toOf: (_, _key, value) => value,
    toOfAll: (_, _key, values) => [...values],
    back: same,
    executor: same,
    backOf: same,
    late,
    none: Symbol('none'),
    regain: same,
    from: same,
    awaited: same,
    own: inWordsOfProgram,
    into: same,
    open: same,
    derived: same,
    settled: (_, value) => value,
    opened: same,
    iterate: same,
    iterateLater: same,
    later: same,
    call: eventCalls({
      ...api,
      mapred: (array: never, map: never, reduce: never) => api.mapReduce(array, map, reduce),
    }),
    api,
    host: hostWith({ ...waitingTimers(handlers), console: waitingConsole(handlers, printing, same), ...own }),
    live: () => undefined,
    part: () => carried(part),
    resources: () => new Resources(),
    needsMain: () => undefined,
  };
}
