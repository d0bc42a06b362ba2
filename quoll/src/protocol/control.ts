/**
 * The first page of the shared memory: the variables by which the realms synchronize. Each variable has a
 * cache line pair of its own (128 bytes), since most of them are written by every commit of every realm.
 */

/**
 * The longest sleep. Each sleeping realm checks again after this time, so a lost notification, by a dead realm or by a fault, costs
 * at most this time.
 */
export const LOOK_AGAIN_MS: f64 = 250;

/** The version clock, 64 bits: advanced by every commit that writes. */
export const CLOCK: u32 = 128;

/** Odd during a main turn, 32 bits; see step 10 in stm/realm.ts. */
export const TURN: u32 = 256;

/** How many handlers sleep, or are about to sleep, until the turn ends. */
export const TURN_WAITERS: u32 = 384;

/** The serial token is a ticket lock: the next ticket to draw … */
export const TOKEN_TICKETS: u32 = 512;

/** … and the ticket whose holder has the token. No realm has it while both are equal. */
export const TOKEN_SERVING: u32 = 640;

/** How many chunks of the memory have ever been in use (heap/chunks.ts). */
export const HEAP_TOP: u32 = 768;

/** Pointers to the tables that all realms share, each set once: of texts (heap/strings.ts), and of shapes (heap/shapes.ts). */
export const STRING_BUCKETS: u32 = 896;
export const SHAPE_BUCKETS: u32 = 900;

/** The list of rewritten modules that the main realm has loaded (protocol/modules.ts). */
export const MODULES: u32 = 904;

/** Tasks that are enqueued or running, in all realms. The program may end at 0. */
export const PENDING: u32 = 1024;

/**
 * How many workers sleep, or are about to sleep, because there are no tasks; and a counter that changes to
 * wake them.
 */
export const SLEEPERS: u32 = 1152;
export const WAKE: u32 = 1280;

/** The id of the worker that spins for a task before it sleeps, or 0. */
export const SPINNER: u32 = 2560;

/** 1 while the main realm must be woken by a message to check its queue. */
export const MAIN_ASLEEP: u32 = 1408;

/** Stacks of freed tasks, one per size (protocol/tasks.ts). */
export const FREE_TASKS: u32 = 1536;

/**
 * Odd while a garbage collection is requested or running; the next even number when it has ended
 * (runtime/safepoint.ts).
 */
export const COLLECTION: u32 = 1664;

/** The highest id of a realm that has ever started. */
export const LAST_REALM: u32 = 1792;

/** 1 if a collection has waited so long for handlers that they must stop at their next read, and run again. */
export const YIELD: u32 = 1796;

/** The number of chunks in use, and the number at which a realm requests a collection. */
export const CHUNKS_IN_USE: u32 = 1920;
export const COLLECT_AT: u32 = 1924;

/** How many collections there have been, and how many chunks were in use after the last one. */
export const COLLECTIONS: u32 = 1928;
export const LIVE_CHUNKS: u32 = 1932;

/** 1 when a handler has found no memory after collections, and most of the heap is reachable. */
export const HEAP_FULL: u32 = 1940;

/** 1 once the program has changed the language in the main realm (node/language.ts): workers run no handlers then. */
export const LANGUAGE_CHANGED: u32 = 1944;

/** When the collection under way was requested: milliseconds by the clock of the system, the lower 31 bits. */
export const REQUESTED_AT: u32 = 1936;

/** Where the search for chunks with free runs, and for free chunks, continues. */
export const RECYCLED_CURSOR: u32 = 2048;
export const FREE_CURSOR: u32 = 2176;

/** Functions that every realm has by itself and that have been shared: a list that only grows (heap/publishing.ts). */
export const LASTING_FUNCTIONS: u32 = 2304;

/** `--stats` (stats/gathering.ts). */
export const STATS_REQUEST: u32 = 2432;
export const STATS_WORKERS: u32 = 2436;
export const STATS_REPORTED: u32 = 2440;
export const STATS_REPORTS: u32 = 2444;

/** How many turns of the main realm have read eventual fields, for workers that keep contributions (runtime/worker.ts). */
export const EVENTUAL_READERS: u32 = 2688;

/** How many contributions to eventual fields were accumulated. */
export const EVENTUAL_ROUNDS: u32 = 2816;

/** 1 if a worker waits for the bytes of a buffer that the main realm has (heap/buffers.ts); and how often the main realm has stored some. */
export const BUFFERS_WANTED: u32 = 2944;
export const BUFFER_ROUNDS: u32 = 3072;

/** The queues of tasks (protocol/queue.ts): for all workers, and for the main realm. */
export const WORKER_QUEUE: u32 = 4096;
export const MAIN_QUEUE: u32 = 16384;

/** The state of each realm, by its id (runtime/records.ts). */
export const REALM_RECORDS: u32 = 32768;
export const RECORD_BYTES: u32 = 64;
export const MOST_REALMS = 512;
/** The ids of workers begin with 2. */
export const MOST_WORKERS = MOST_REALMS - 2;

/** The limits of the heap's size that users may choose, in MiB. */
export const LEAST_HEAP = 4;
export const MOST_HEAP = 4095;

/** The table of chunks, which begins the second chunk; the heap follows. */
export const CHUNK_TABLE: u32 = 65536;
