/** A shared memory with two Stm implementations over it, for tests. */
import { readFileSync } from 'node:fs';
import { CHUNK_TABLE } from '../../src/protocol/control.js';
import { instantiate } from '../../src/stm/module.js';
import type { Stm } from '../../src/stm/stm.js';
import { Twin } from '../../src/stm/twin.js';

const bytes = readFileSync(new URL('../../src/stm/stm.wasm', import.meta.url));
export const module = new WebAssembly.Module(bytes);

export type Kind = 'wasm' | 'twin';
export const kinds: Kind[] = ['wasm', 'twin'];

export function newMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 64, maximum: 1024, shared: true });
}

/** Realm `id` over the memory. Each realm allocates in 512 KiB of its own; fields of tests lie below. */
export function realm(
  kind: Kind,
  memory: WebAssembly.Memory,
  id: number,
  options: { main?: boolean; patience?: number } = {},
): Stm {
  let next = id * 512 * 1024;
  const full = {
    memory,
    id,
    main: options.main ?? false,
    patience: options.patience ?? 8,
    allocate(size: number): number {
      const address = next;
      next += Math.ceil(size / 64) * 64;
      return address;
    },
  };
  return kind === 'wasm' ? instantiate(module, full) : new Twin(full);
}

/** The address of test field `i`. */
export function field(i: number): number {
  return CHUNK_TABLE + 16 * i;
}

/** Runs `body` as one transaction that must commit at once. */
export function atomically(stm: Stm, body: () => void): void {
  stm.beginHandler();
  body();
  if (!stm.commit()) throw new Error('the transaction did not commit');
}
