/** A `Space` whose accesses are steps of the explorer. */
import type { Space } from '../../src/heap/space.js';
import type { ExploredMemory } from './explorer.js';

export type ExploredSpace = Pick<
  Space,
  | 'load'
  | 'store'
  | 'loadPointer'
  | 'storePointer'
  | 'setPointer'
  | 'exchange'
  | 'add'
  | 'count'
  | 'wait'
  | 'notify'
>;

export function exploredSpace(memory: ExploredMemory): ExploredSpace {
  const load = (address: number) => Number(memory.load(address));
  const store = (address: number, value: number) => memory.store(address, BigInt(value));
  return {
    load,
    store,
    loadPointer: load,
    storePointer: store,
    count: load,
    setPointer: (address, expected, value) =>
      Number(memory.compareExchange(address, BigInt(expected), BigInt(value))),
    exchange: (address, value) => Number(memory.exchange(address, BigInt(value))),
    add: (address, n) => memory.add32(address, n) + n,
    wait: (address, expected) => memory.wait32(address, expected),
    notify: address => memory.notify32(address),
  };
}
