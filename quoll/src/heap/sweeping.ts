/** Frees all memory that is not marked: whole chunks, and runs inside of chunks. */
import { CHUNK, FREE, IMMORTAL, LARGE, LARGE_REST, RECYCLED, RUN, TAKEN } from './chunks.js';
import type { Marker } from './marking.js';
import type { Space } from './space.js';

const GRANULE = 8;
const WORD_BYTES = 32 * GRANULE;

/** Sweeps all chunks; returns the free bytes in those that are still in use. O(memory). */
export function sweep(space: Space, marker: Marker): number {
  const { chunks } = space;
  const { top } = chunks;
  let inUse = chunks.first;
  let unused = 0;
  for (let chunk = chunks.first; chunk < top; chunk++) {
    const state = chunks.state(chunk);
    if (state === FREE) continue;
    if (state === LARGE) {
      let end = chunk + 1;
      while (end < top && chunks.state(end) === LARGE_REST) end++;
      if (marker.isMarked(chunk * CHUNK)) inUse += end - chunk;
      else free(space, chunk, end);
      chunk = end - 1;
    } else {
      const found = state === IMMORTAL ? 0 : sweepChunk(space, marker, chunk);
      if (found === CHUNK) continue;
      unused += found;
      inUse++;
    }
  }
  chunks.restart(inUse);
  return unused;
}

function free(space: Space, from: number, to: number): void {
  space.clear(from * CHUNK, to * CHUNK);
  for (let chunk = from; chunk < to; chunk++) space.chunks.setState(chunk, FREE);
}

/** Chains the free runs of a chunk, in the order of their addresses; returns their bytes. */
function sweepChunk(space: Space, marker: Marker, chunk: number): number {
  const end = (chunk + 1) * CHUNK;
  let first = 0;
  let last = 0;
  let unused = 0;
  for (let at = chunk * CHUNK; at < end;) {
    const from = nextUnmarked(marker.bits, at, end);
    const to = nextMarked(marker.bits, from, end);
    if (to - from === CHUNK) {
      free(space, chunk, chunk + 1);
      return CHUNK;
    }
    if (to - from >= RUN) {
      space.clear(from, to);
      space.store(from + 4, to);
      unused += to - from;
      if (first === 0) first = from;
      else space.store(last, from);
      last = from;
    }
    at = to;
  }
  space.chunks.setState(chunk, first === 0 ? TAKEN : RECYCLED, first);
  return unused;
}

/** The first address from `at` on whose granule is not marked, or `end`. */
function nextUnmarked(bits: Uint32Array, at: number, end: number): number {
  let address = at;
  while (address < end) {
    const word = bits[(address / WORD_BYTES) | 0]!;
    if (word === 0xffffffff && address % WORD_BYTES === 0) address += WORD_BYTES;
    else if (word & (1 << ((address / GRANULE) & 31))) address += GRANULE;
    else return address;
  }
  return end;
}

function nextMarked(bits: Uint32Array, at: number, end: number): number {
  let address = at;
  while (address < end) {
    const word = bits[(address / WORD_BYTES) | 0]!;
    if (word === 0 && address % WORD_BYTES === 0) address += WORD_BYTES;
    else if ((word & (1 << ((address / GRANULE) & 31))) === 0) address += GRANULE;
    else return address;
  }
  return end;
}
