/**
 * The layout of an object in the heap:
 *
 *   0    kind (8 bits), flags
 *   4    depends on the kind
 *   8    field: the table of the properties without their own field; 0 if there are none
 *   24   depends on the kind
 */
import { FIELD } from './fields.js';

export const META = 4;
export const EXTRAS = 8;
export const BODY = 24;

/** A plain object or an instance of a class. Meta: its shape (shapes.ts). Body: a field per name of the shape. */
export const RECORD = 1;
/** Meta: the number of elements in the body. Body: see arrays.ts. */
export const ARRAY = 2;
/** Body: a table from keys to values. */
export const MAP = 3;
/** Body: a table whose keys are the elements. */
export const SET = 4;
/** A function. Meta: number of captured values. Body: fields for module, id, `this`, then the captured values; none changes. */
export const FUNCTION = 5;
/** Stands for a function that only the main realm has. */
export const PINNED = 6;
/** A Date. Body: its time, which does not change. */
export const DATE = 7;
/** A RegExp. Body: source and flags. */
export const REGEXP = 8;
/** An Error. Meta: its class. Body: the properties that the language does not enumerate (kinds/error.ts). */
export const ERROR = 9;
/** A frozen object or array. Meta: number of properties. Body: see kinds/frozen.ts. */
export const FROZEN = 10;
/** An ArrayBuffer. Meta: its length. Body: see buffers.ts. */
export const BUFFER = 11;
/** A typed array or DataView. Meta: its class. Body: its buffer, where it begins there, and its length. */
export const TYPED = 12;

/** The kinds of shared objects; `kinds/table.ts` lists their classes. */
export type KindNumber =
  | typeof RECORD
  | typeof ARRAY
  | typeof MAP
  | typeof SET
  | typeof FUNCTION
  | typeof PINNED
  | typeof DATE
  | typeof REGEXP
  | typeof ERROR
  | typeof FROZEN
  | typeof BUFFER
  | typeof TYPED;

const KIND_MASK = 0xff;
/** All fields of the object are eventual, those added later too. */
export const ALL_EVENTUAL = 0x100;
/** The main realm keeps properties of the object's own (kept.ts). */
export const KEPT = 0x200;

export function kindAt(space: { load(address: number): number }, object: number): KindNumber {
  return (space.load(object) & KIND_MASK) as KindNumber;
}

/** Whether an object is an ArrayBuffer, or shows one. */
export function isBytes(space: { load(address: number): number }, object: number): boolean {
  const kind = kindAt(space, object);
  return kind === BUFFER || kind === TYPED;
}

/** The address of a body's field with index i. */
export function bodyField(address: number, i: number): number {
  return address + BODY + FIELD * i;
}
