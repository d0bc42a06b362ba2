// Bytes per object of the same data as plain objects, and in the shared heap without their views.
import { readFileSync } from 'node:fs';
import { StrongCache } from '../../dist/src/heap/cache.js';
import { Heap } from '../../dist/src/heap/heap.js';
import { Space } from '../../dist/src/heap/space.js';
import { nodeText } from '../../dist/src/node/text.js';
import { instantiate } from '../../dist/src/stm/module.js';

const COUNT = 100_000;
const make = i => ({ id: i, half: i / 2, name: `name ${i % 1000}`, flag: i % 2 === 0, list: [i, i + 0.5] });
globalThis.gc();

if (process.argv[2] === 'plain') {
  const before = process.memoryUsage().heapUsed;
  const all = Array.from({ length: COUNT }, (_, i) => make(i));
  globalThis.gc();
  console.log(JSON.stringify({ ms: (process.memoryUsage().heapUsed - before) / COUNT, result: all.length }));
} else {
  const bytes = readFileSync(new URL('../../dist/src/stm/stm.wasm', import.meta.url));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 16384, shared: true });
  const space = new Space(memory, 2 ** 30);
  const stm = instantiate(new WebAssembly.Module(bytes), {
    memory,
    id: 2,
    main: false,
    patience: 8,
    allocate: space.allocateImmortal,
  });
  const heap = new Heap({
    stm,
    space,
    text: nodeText,
    code: { describe: () => ({ reason: '' }), make: () => undefined },
    cache: new StrongCache(),
  });
  heap.publish([make(0)]);
  const before = space.used;
  heap.publish(Array.from({ length: COUNT }, (_, i) => make(i)));
  console.log(JSON.stringify({ ms: (space.used - before) / COUNT, result: COUNT }));
}
