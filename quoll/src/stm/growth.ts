/** A memory that several realms use and any of them may make longer. */
export interface GrowingMemory {
  /** Another one each time that this realm has learned of growth. */
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/**
 * The memory's buffer, which covers `address`, a place that some realm has made the memory long enough for. The engine lets this realm know of that
 * with an interrupt, which may come after the address has: then plain reads would find nothing, plain writes would be lost, and atomic accesses
 * and new views would throw. A realm that grows the memory itself, by nothing, need not wait.
 */
export function bufferAt(memory: GrowingMemory, address: number): ArrayBufferLike {
  if (address >= memory.buffer.byteLength) memory.grow(0);
  return memory.buffer;
}
