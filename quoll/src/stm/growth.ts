/** A memory that several realms use and any of them may make longer. */
export interface GrowingMemory {
  /** Another one each time that this realm has learned of growth. */
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/**
 * Returns the memory's buffer, which covers `address`: some realm has grown the memory that far. The engine tells this realm of the growth
 * by an interrupt, which may come later than the address itself. Until then plain reads would find nothing, plain writes would be lost, and
 * atomic accesses and new views would throw. A realm that itself grows the memory, by 0 pages, need not wait.
 */
export function bufferAt(memory: GrowingMemory, address: number): ArrayBufferLike {
  if (address >= memory.buffer.byteLength) memory.grow(0);
  return memory.buffer;
}
