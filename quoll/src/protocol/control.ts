/**
 * The first page of the shared memory: where the realms find each other. Each variable has a cache line pair
 * of its own (128 bytes), since most of them are written by every commit of every realm.
 */

/** The version clock, 64 bits: advanced by every commit that writes. */
export const CLOCK: u32 = 128;

/** Odd while a main turn is under way, 32 bits; see step 10 in stm/realm.ts. */
export const TURN: u32 = 256;

/** How many handlers sleep, or are about to, until the turn ends. */
export const TURN_WAITERS: u32 = 384;

/** The serial token is a ticket lock: the next ticket to draw … */
export const TOKEN_TICKETS: u32 = 512;

/** … and the ticket whose holder has the token. Nobody has it while both are equal. */
export const TOKEN_SERVING: u32 = 640;

/** The address of the first byte that nobody has allocated, divided by 8. */
export const HEAP_TOP: u32 = 768;

/** Pointers to the tables that all realms share, each set once: of texts (heap/strings.ts), and of shapes (heap/shapes.ts). */
export const STRING_BUCKETS: u32 = 896;
export const SHAPE_BUCKETS: u32 = 900;

/** Where the heap begins. */
export const HEAP_START: u32 = 4096;
