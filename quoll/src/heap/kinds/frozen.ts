/**
 * Frozen objects and arrays. They never change, so they need no view: the realm that publishes one keeps the original, and the others make
 * their own copy with the same properties. They have no stamp; `addresses` knows them.
 */
import { bodyField, FROZEN, META } from '../layout.js';
import type { Marker } from '../marking.js';
import { checkFrozen, refusal } from '../plain.js';
import { defineProperty } from '../raw.js';
import type { Name } from '../shapes.js';
import { allocate, traceBody } from './blocks.js';
import type { Moving } from './kind.js';
import { Nameless } from './nameless.js';

/** The body: its class, its length if it is an array, and then names and values in turn. */
const CLASS = 0;
const LENGTH = 1;
export const FIRST = 2;

export class FrozenObjects extends Nameless {
  readonly isNative = true;
  readonly isUnstamped = true;

  takes(object: object): boolean {
    return Object.isFrozen(object);
  }

  check(object: object): void {
    checkFrozen(object);
    if (Array.isArray(object)) checkPrototype(object);
    else this.heap.classes.check(object);
  }

  publish(object: object): Moving {
    const { space, values, classes } = this.heap;
    const names = Reflect.ownKeys(object).filter(name => name !== 'length' || !Array.isArray(object));
    const plain = object as Record<Name, unknown>;
    const isArray = Array.isArray(object);
    const address = allocate(space, FROZEN, names.length, bodyField(0, FIRST + 2 * names.length));
    return {
      object,
      address,
      isUnstamped: true,
      copy: () => {
        values.put(bodyField(address, CLASS), isArray ? null : classes.constructorOf(object));
        values.put(bodyField(address, LENGTH), isArray ? object.length : undefined);
        names.forEach((name, i) => {
          values.put(bodyField(address, FIRST + 2 * i), name);
          values.put(bodyField(address, FIRST + 2 * i + 1), plain[name]);
        });
      },
      turn: () => undefined,
    };
  }

  make(address: number): object {
    const { values, space, cache } = this.heap;
    const field = (i: number) => values.loadFixed(bodyField(address, i));
    const length = field(LENGTH);
    const made: object =
      typeof length === 'number' ? new Array(length) : Object.create(prototypeOf(field(CLASS)));
    // One of its values may lead back to it.
    cache.add(address, made);
    const count = space.load(address + META);
    for (let i = 0; i < count; i++) {
      const value = field(FIRST + 2 * i + 1);
      defineProperty(made, field(FIRST + 2 * i) as Name, { value, enumerable: true, configurable: true });
    }
    return Object.freeze(made);
  }

  prototypeOf(view: object): object | null {
    return Object.getPrototypeOf(view) as object | null;
  }

  trace(address: number, marker: Marker): void {
    traceBody(address, FIRST + 2 * this.heap.space.load(address + META), marker);
  }
}

function checkPrototype(array: object): void {
  if (Object.getPrototypeOf(array) !== Array.prototype) throw refusal(array, 'use a plain array');
}

function prototypeOf(constructor: unknown): object | null {
  return constructor === null ? null : ((constructor as Function).prototype as object);
}
