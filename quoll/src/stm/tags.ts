/** The kind of value that a field holds; also the result of a read that is not a number. */

/** A read failed: the handler's attempt must be abandoned. Never in memory. */
export const ABORTED: i32 = -1;
/** A double; after a read that returned NaN it says that the value is NaN. Never in a box. */
export const NUMBER: i32 = 0;
/** No value: a field that was deleted, a hole of an array, a key that is not there. */
export const ABSENT: i32 = 1;
export const UNDEFINED: i32 = 2;
export const NULL: i32 = 3;
/** Payload 0 or 1. */
export const BOOLEAN: i32 = 4;
/** Payload: the address of the text (heap/strings.ts). */
export const STRING: i32 = 5;
/** A registered symbol; payload: its key, as a string. */
export const SYMBOL: i32 = 6;
/** Payload: the address of the object. */
export const OBJECT: i32 = 7;
/** Payload: the address of a part of a data structure; programs never see it. */
export const POINTER: i32 = 8;
/** An eventual field; payload: the address of its record. */
export const EVENTUAL: i32 = 9;
/** A hidden key; payload: its text. */
export const HIDDEN: i32 = 10;
/** A `finish` scope; payload: the address of its counter (events/counters.ts). */
export const SCOPE: i32 = 11;
/** Payload: its digits, as a string. */
export const BIGINT: i32 = 12;
