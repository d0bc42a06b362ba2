/** Kinds whose objects have no fields for named properties: their contents are found in another way, or not at all. */
import type { Marker } from '../marking.js';
import type { Name } from '../shapes.js';
import type { Kind, Moving, Parts } from './kind.js';

const NONE: readonly never[] = [];

export abstract class Nameless implements Kind {
  constructor(protected readonly heap: Parts) {}

  abstract takes(object: object): boolean;
  abstract check(object: object): void;
  abstract publish(object: object): Moving;
  abstract make(address: number): object;
  abstract prototypeOf(view: object): object | null;
  abstract trace(address: number, marker: Marker): void;

  copy(view: object): object {
    return view;
  }

  names(_address: number): readonly Name[] {
    return NONE;
  }

  find(_address: number, _name: Name): number {
    return 0;
  }

  existing(_address: number, _name: Name): number {
    return 0;
  }
}
