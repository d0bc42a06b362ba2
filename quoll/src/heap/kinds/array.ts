/** Arrays: elements by index, and a table of further properties. */
import { Elements } from '../elements.js';
import { ARRAY, META } from '../layout.js';
import type { Marker } from '../marking.js';
import { ownNames, refusal } from '../plain.js';
import { indexOf } from '../properties.js';
import type { Name } from '../shapes.js';
import { Stamp } from '../stamp.js';
import { absent } from '../values.js';
import { sharedArray } from './array-methods.js';
import { allocate, copyProperties, copyToTable } from './blocks.js';
import type { Kind, Moving, Parts } from './kind.js';

const LENGTH = ['length'];

export class Arrays implements Kind {
  readonly prototype: object;
  private readonly elements: Elements;

  constructor(private readonly heap: Parts) {
    this.elements = heap.properties.elements;
    this.prototype = heap.views.family(sharedArray(heap));
  }

  takes(object: object): boolean {
    return Array.isArray(object);
  }

  check(array: object): void {
    if (Object.getPrototypeOf(array) !== Array.prototype) throw refusal(array, 'use a plain array');
    ownNames(array, LENGTH);
  }

  publish(array: unknown[]): Moving {
    const { space, values } = this.heap;
    const names = ownNames(array, LENGTH);
    const further = names.filter(name => indexOf(name) < 0);
    const isDense = names.length * 2 >= array.length;
    const capacity = isDense ? array.length : 0;
    const { length } = array;
    const address = allocate(space, ARRAY, capacity, Elements.bytes(capacity));
    this.elements.initialize(address, capacity, length);
    const plain = array as unknown as Record<Name, unknown>;
    return {
      object: array,
      address,
      copy: () => {
        for (const name of names) {
          const index = indexOf(name);
          if (index >= 0) values.put(this.elements.make(address, index), plain[name]);
        }
        if (further.length > 0) copyToTable(this.heap, address, further, plain);
      },
      turn: () => {
        array.length = 0;
        for (const name of Object.keys(array)) delete plain[name];
        Object.setPrototypeOf(array, this.prototype);
      },
    };
  }

  make(): object {
    return Object.setPrototypeOf([], this.prototype) as object;
  }

  prototypeOf(): object {
    return Array.prototype;
  }

  copy(view: object): object {
    const length = this.elements.length(Stamp.of(view));
    return copyProperties(this.heap.properties, view, new Array<unknown>(length));
  }

  names(address: number): Name[] {
    const names: Name[] = [];
    const length = this.elements.length(address);
    for (let i = 0; (i = this.elements.next(address, i)) < length; i++)
      if (this.heap.properties.element(address, i) !== absent) names.push(String(i));
    return names;
  }

  find(address: number, name: Name): number {
    const index = indexOf(name);
    return index < 0 ? 0 : this.elements.find(address, index);
  }

  existing(address: number, name: Name): number {
    const index = indexOf(name);
    return index < 0 ? 0 : this.elements.existing(address, index);
  }

  trace(address: number, marker: Marker): void {
    marker.mark(address, Elements.bytes(this.heap.space.load(address + META)));
    this.elements.trace(address, marker);
  }
}
