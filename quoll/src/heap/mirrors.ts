/**
 * Foreign functions and their mirrors, the functions that the program has in their place. Each knows the other by a private field; WeakMaps with as
 * many closures would cost the engine far more.
 */
import { Given } from './stamp.js';

export class Mirrored extends Given {
  readonly #foreign: Function;
  readonly #mirror: Function;

  private constructor(f: Function, foreign: Function, mirror: Function) {
    super(f);
    this.#foreign = foreign;
    this.#mirror = mirror;
  }

  static put(foreign: Function, mirror: Function): void {
    new Mirrored(foreign, foreign, mirror);
    new Mirrored(mirror, foreign, mirror);
  }

  /** The mirror of a foreign function; a mirror is its own. */
  static of(f: Function): Function | undefined {
    return #mirror in f ? (f as unknown as Mirrored).#mirror : undefined;
  }

  /** The foreign function behind a mirror; any other value unchanged. */
  static behind<T>(value: T): T {
    return typeof value === 'function' && #foreign in value
      ? ((value as unknown as Mirrored).#foreign as T)
      : value;
  }
}
