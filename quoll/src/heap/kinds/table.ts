/** All kinds of shared objects. The type checker requires a line for each number of `layout.ts`. */
import {
  ARRAY,
  BUFFER,
  DATE,
  ERROR,
  FROZEN,
  FUNCTION,
  type KindNumber,
  MAP,
  PINNED,
  RECORD,
  REGEXP,
  SET,
  TYPED,
} from '../layout.js';
import { Arrays } from './array.js';
import { ArrayBuffers, TypedArrays } from './typed.js';
import { Dates } from './date.js';
import { Errors } from './error.js';
import { FrozenObjects } from './frozen.js';
import { Functions } from './function.js';
import type { Kind, Parts } from './kind.js';
import { Maps } from './map.js';
import { Pinned } from './pinned.js';
import { Records } from './record.js';
import { RegExps } from './regexp.js';
import { Sets } from './set.js';

export type Kinds = Readonly<Record<KindNumber, Kind>>;

export function kindsOf(heap: Parts): Kinds {
  return {
    [FUNCTION]: new Functions(heap),
    [ARRAY]: new Arrays(heap),
    [MAP]: new Maps(heap),
    [SET]: new Sets(heap),
    [RECORD]: new Records(heap),
    [PINNED]: new Pinned(heap),
    [DATE]: new Dates(heap),
    [REGEXP]: new RegExps(heap),
    [ERROR]: new Errors(heap),
    [FROZEN]: new FrozenObjects(heap),
    [BUFFER]: new ArrayBuffers(heap),
    [TYPED]: new TypedArrays(heap),
  };
}

/** The order in which kinds check whether they take a plain object; records take the rest. */
export const ASKED: readonly KindNumber[] = [
  FUNCTION,
  MAP,
  SET,
  DATE,
  REGEXP,
  ERROR,
  BUFFER,
  TYPED,
  FROZEN,
  ARRAY,
  RECORD,
];
