/**
 * The layout of a log's entry in shared memory, as the WebAssembly module keeps it and the main realm reads it after a worker's death:
 *
 *   0    address of the field
 *   4    flags
 *   8    value to be written
 *   16   the field's word before the commit locked it
 *   24   entry k: the number of the entry that is written k-th
 */
export const VALUE: u32 = 8;
export const ORDER: u32 = 24;
export const ENTRY: u32 = 32;
