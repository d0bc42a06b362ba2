/** Realms with a heap over one memory, for tests. */
import { StrongCache, WeakCache } from '../../src/heap/cache.js';
import type { Code } from '../../src/heap/code.js';
import type { EventualFields } from '../../src/heap/values.js';
import { Heap } from '../../src/heap/heap.js';
import { stringifyWith } from '../../src/heap/json.js';
import { Space } from '../../src/heap/space.js';
import { isView } from '../../src/heap/stamp.js';
import { nodeText } from '../../src/node/text.js';
import { instantiate } from '../../src/stm/module.js';
import type { Stm } from '../../src/stm/stm.js';
import { Twin } from '../../src/stm/twin.js';
import { type Kind, module } from '../stm/memory.js';

/** Functions of tests: an address is an index in a list that all realms share. */
const functions: Function[] = [];
export const code: Code = {
  describe(f) {
    if (/native code/.test(String(f))) return { reason: 'it is a function of the engine' };
    const known = functions.indexOf(f);
    return { url: 'test:', id: known < 0 ? functions.push(f) - 1 : known, captures: [], self: undefined };
  },
  neededFor: () => [],
  begin: ({ id }) => ({ f: functions[id]!, set: () => undefined }),
};

export interface TestRealm {
  heap: Heap;
  stm: Stm;
  /** Runs `body` as one transaction, which must commit. */
  atomically<R>(body: () => R): R;
}

export function newHeapMemory(pages = 16384): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: pages, shared: true });
}

export function heapRealm(
  kind: Kind,
  memory: WebAssembly.Memory,
  id: number,
  main = false,
  limit = 2 ** 30,
): TestRealm {
  const space = new Space(memory, limit);
  const options = { memory, id, main, patience: 8, allocate: space.allocateImmortal };
  const stm = kind === 'wasm' ? instantiate(module, options) : new Twin(options);
  const cache = main ? new WeakCache() : new StrongCache();
  const heap = new Heap({ stm, space, text: nodeText, code, cache });
  // No field is eventual here.
  heap.values.eventual = { deleteNamed: () => undefined } as unknown as EventualFields;
  return {
    heap,
    stm,
    atomically(body) {
      if (main) {
        const result = body();
        stm.endTurn(false);
        return result;
      }
      space.begin();
      stm.beginHandler();
      heap.memo.begin();
      let result;
      try {
        result = body();
      } finally {
        heap.memo.end();
      }
      if (!stm.commit()) throw new Error('the transaction did not commit');
      return result;
    },
  };
}

/** `JSON.stringify` as a realm has it; these tests keep the engine's own, because several realms are in one thread. */
export function jsonOf(heap: Heap): (value: unknown) => string {
  const whole = (value: unknown) => (isView(value) ? heap.full.of(value as object) : value);
  const stringify = stringifyWith(JSON.stringify, whole, value => heap.full.viewOf(value));
  return value => stringify(value) as string;
}
