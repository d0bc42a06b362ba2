/** The entries of a realm's record (runtime/records.ts) that its transactions write. */
export const TICKET_STATE: u32 = 12;
export const TICKET: u32 = 16;
export const LOG: u32 = 20;
export const COUNT: u32 = 24;
export const SLEEP: u32 = 28;
export const VERSION: u32 = 32;

/** The values of TICKET_STATE. */
export const NO_TICKET: i32 = 0;
/** About to draw one, or has drawn it. */
export const DRAWING: i32 = 1;
/** Waits for it to be served, or has the token. */
export const DRAWN: i32 = 2;

/** The values of SLEEP. */
export const AWAKE: i32 = 0;
/** For the ticket to be served. */
export const FOR_TICKET: i32 = 1;
/** In a commit, until no handler has the token. */
export const FOR_COMMIT: i32 = 2;
/** For the end of a main turn. */
export const FOR_TURN: i32 = 3;
