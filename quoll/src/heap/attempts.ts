/** The buffers of a worker's attempts. */
import type { Buffers } from './buffers.js';
import type { ViewCache } from './cache.js';

const NOTHING: ReadonlySet<number> = new Set();

/**
 * After an attempt: forgets the buffers and their holders, except those that `lasting` objects hold, because this realm must
 * never make a second one of these. `isHeld`: callbacks of promises may hold them. Returns those that stay.
 */
export function endAttempt(
  buffers: Buffers,
  cache: ViewCache,
  lasting: ReadonlySet<number>,
  isHeld: boolean,
): ReadonlySet<number> {
  const { entries, holders } = buffers;
  if (entries.size === 0) return NOTHING;
  if (isHeld) return new Set([...entries.keys(), ...holders]);
  const kept = keptBy(buffers, cache, lasting);
  for (const address of entries.keys()) {
    if (kept.has(address)) continue;
    entries.delete(address);
    cache.remove(address);
  }
  return kept;
}

/** Discards the bytes that the attempt has written and the buffers that it has made. */
export function undoAttempt({ entries }: Buffers, cache: ViewCache): void {
  for (const [address, entry] of entries) {
    entry.block = 0;
    if (!cache.get(address)) entries.delete(address);
  }
}

/** Removes the holders of buffers from the cache; returns the buffers and holders that stay. */
function keptBy(buffers: Buffers, cache: ViewCache, lasting: ReadonlySet<number>): ReadonlySet<number> {
  const { entries, holders } = buffers;
  for (const address of holders) if (!cache.get(address)) holders.delete(address);
  const holding = new Set(entries.keys());
  for (let before = 0; before !== holding.size;) {
    before = holding.size;
    for (const address of holders)
      if (!holding.has(address) && buffers.holds(address, holding)) holding.add(address);
  }
  const kept = new Set([...holding].filter(address => lasting.has(address)));
  for (const address of kept)
    for (const held of buffers.heldBy(address)) if (holding.has(held)) kept.add(held);
  for (const address of holders) {
    if (!holding.has(address) || kept.has(address)) continue;
    holders.delete(address);
    cache.remove(address);
  }
  return kept;
}
