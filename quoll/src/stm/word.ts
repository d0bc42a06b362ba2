/**
 * A field's word: which transaction holds the field, and the version of its value. The value follows 8 bytes later.
 *
 *   63 … 16   version: the clock's value at the commit that wrote the field last; 2^48 commits are 325 days
 *             at ten million a second
 *   15 … 4    owner: the realm whose commit holds the field, while COMMIT is set
 *         3   BY_MAIN: the main realm wrote this version
 *         2   MARK: the main turn under way has read the field
 *         1   MAIN: the main turn under way has locked the field
 *         0   COMMIT: a commit holds the field
 *
 * COMMIT excludes MARK and MAIN: a commit locks only words that are free, and the main realm marks and locks only
 * words that no commit holds. MAIN replaces MARK in one step.
 */
import { Word, word } from './memory.js';

const COMMIT: Word = word(1);
const MAIN: Word = word(2);
const MARK: Word = word(4);
const BY_MAIN: Word = word(8);
const OWNER_SHIFT: Word = word(4);
const VERSION_SHIFT: Word = word(16);
const NONE: Word = word(0);

export function isHeldByCommit(w: Word): bool {
  return (w & COMMIT) != NONE;
}

export function isLockedByMain(w: Word): bool {
  return (w & MAIN) != NONE;
}

/** Whether the current main turn has touched the field. */
export function isTouchedByMain(w: Word): bool {
  return (w & (MAIN | MARK)) != NONE;
}

export function isWrittenByMain(w: Word): bool {
  return (w & BY_MAIN) != NONE;
}

export function versionOf(w: Word): Word {
  return w >> VERSION_SHIFT;
}

/** The word that a commit of the realm `owner` puts in place of the free word `w`. */
export function heldBy(owner: u32, w: Word): Word {
  return w | COMMIT | (word(owner) << OWNER_SHIFT);
}

export function marked(w: Word): Word {
  return w | MARK;
}

/** The same word without a mark: marks are ignored wherever words are compared. */
export function unmarked(w: Word): Word {
  return (w | MARK) ^ MARK;
}

export function lockedByMain(w: Word): Word {
  return unmarked(w) | MAIN;
}

/** The free word of a field that a handler's commit wrote. */
export function writtenByHandler(version: Word): Word {
  return version << VERSION_SHIFT;
}

/** The free word of a field that a main turn wrote. */
export function writtenByMain(version: Word): Word {
  return (version << VERSION_SHIFT) | BY_MAIN;
}
