/**
 * Dates. A shared Date keeps its time, so each realm has its own Date, which is right for every
 * kind of access.
 */
import { bodyField, DATE } from '../layout.js';
import type { Marker } from '../marking.js';
import { ownNames, refusal, refuseNames } from '../plain.js';
import { allocate, copyProperties, traceBody } from './blocks.js';
import type { Moving, Parts } from './kind.js';
import { Nameless } from './nameless.js';

const { getTime } = Date.prototype;

export class Dates extends Nameless {
  readonly isNative = true;
  readonly prototype: object;

  constructor(heap: Parts) {
    super(heap);
    this.prototype = heap.views.family(Date.prototype);
  }

  takes(object: object): boolean {
    return object instanceof Date;
  }

  check(date: object): void {
    if (Object.getPrototypeOf(date) !== Date.prototype) throw refusal(date, 'use a plain Date');
    const names = ownNames(date);
    refuseNames(date, names);
  }

  publish(date: Date): Moving {
    const address = allocate(this.heap.space, DATE, 0, bodyField(0, 1));
    return {
      object: date,
      address,
      copy: () => this.heap.values.put(bodyField(address, 0), getTime.call(date)),
      turn: () => void Object.setPrototypeOf(date, this.prototype),
    };
  }

  make(address: number): object {
    const time = this.heap.values.loadFixed(bodyField(address, 0)) as number;
    return Object.setPrototypeOf(new Date(time), this.prototype) as object;
  }

  prototypeOf(): object {
    return Date.prototype;
  }

  override copy(view: Date): object {
    return copyProperties(this.heap.properties, view, new Date(getTime.call(view)));
  }

  trace(address: number, marker: Marker): void {
    traceBody(address, 1, marker);
  }
}
