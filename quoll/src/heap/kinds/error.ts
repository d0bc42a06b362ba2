/** Errors: their non-enumerable properties, and their further properties in a table. */
import { bodyField, ERROR, META } from '../layout.js';
import type { Marker } from '../marking.js';
import { ownNames } from '../plain.js';
import { isOfHost } from '../../contract/messages.js';
import { stackOf } from '../../contract/stack.js';
import { apply, get as rawGet } from '../raw.js';
import { replacementOf, type Wrap } from '../replacing.js';
import type { Name } from '../shapes.js';
import { Stamp } from '../stamp.js';
import { absent } from '../values.js';
import { allocate, copyProperties, copyToTable, traceBody } from './blocks.js';
import type { Kind, Moving, Parts } from './kind.js';

/** Properties of errors that the language does not enumerate, in the order of the engine. One that the program has assigned is an ordinary property. */
export const HIDDEN: readonly string[] = ['stack', 'message', 'cause', 'errors', 'name'];

/** What a `DOMException` knows of itself: they are no properties. */
const INNER = ['message', 'name'] as const;
const FIELDS = HIDDEN.length + INNER.length;

export class Errors implements Kind {
  readonly isNative = true;

  /** In some engines the own property `stack` of an error is an accessor, which finds no stack in a view. */
  private readonly stack: PropertyDescriptor | undefined;

  constructor(private readonly heap: Parts) {
    heap.views.addNames(HIDDEN);
    const stack = Object.getOwnPropertyDescriptor(new Error(), 'stack');
    if (stack?.get) this.stack = { ...stack, ...this.accessorsFor(stack.get, stack.set!) };
  }

  private accessorsFor(nativeGet: Function, nativeSet: Function): PropertyDescriptor {
    const { properties, full } = this.heap;
    // The stand-in that a package has converts what it reads and writes.
    const isStandIn = (object: unknown): object is object => full.viewOf(object) !== object;
    const get: Wrap = native =>
      function () {
        if (isStandIn(this)) return rawGet(this, 'stack') as unknown;
        const address = Stamp.of(this);
        if (address === 0) return apply(native, this, []);
        const stack = properties.get(address, 'stack');
        return stack === absent ? undefined : stack;
      };
    const set: Wrap = native =>
      function (value) {
        const address = Stamp.of(this);
        if (isStandIn(this)) Reflect.set(this, 'stack', value);
        else if (address === 0) apply(native, this, [value]);
        else properties.set(address, 'stack', value);
      };
    return { get: replacementOf(nativeGet, get) as () => unknown, set: replacementOf(nativeSet, set) };
  }

  accessorOf(name: Name): PropertyDescriptor | undefined {
    return name === 'stack' ? this.stack : undefined;
  }

  takes(object: object): boolean {
    return object instanceof Error;
  }

  check(error: object): void {
    ownNames(error, hiddenIn(error));
  }

  constructorOf(error: object): Function | undefined {
    return this.heap.classes.crossing(error);
  }

  publish(error: Error): Moving {
    const { space, values, classes } = this.heap;
    const hidden = hiddenIn(error);
    const names = ownNames(error, hidden);
    const address = allocate(space, ERROR, classes.of(error), bodyField(0, FIELDS));
    const plain = error as unknown as Record<Name, unknown>;
    return {
      object: error,
      address,
      copy: () => {
        HIDDEN.forEach((name, i) => {
          const value = !hidden.includes(name) ? absent : name === 'stack' ? stackOf(error) : plain[name];
          values.put(bodyField(address, i), value);
        });
        const isDom = isOfHost(error);
        INNER.forEach((name, i) =>
          values.put(bodyField(address, HIDDEN.length + i), isDom ? plain[name] : absent),
        );
        if (names.length > 0) copyToTable(this.heap, address, names, plain);
      },
      turn: () => this.empty(error, space.load(address + META)),
    };
  }

  make(address: number): object {
    const error = this.made(address);
    this.empty(error, this.heap.space.load(address + META));
    return error;
  }

  /** An error of the engine for the one at an address. */
  private made(address: number): Error {
    const [message, name] = INNER.map((_, i) =>
      this.heap.values.loadFixed(bodyField(address, HIDDEN.length + i)),
    );
    return message === absent ? new Error() : new DOMException(message as string, name as string);
  }

  /** Removes all properties; the object stays an error. */
  private empty(error: object, classAddress: number): void {
    for (const name of Reflect.ownKeys(error)) Reflect.deleteProperty(error, name);
    Object.setPrototypeOf(error, this.heap.views.family(this.heap.classes.prototypeAt(classAddress)));
  }

  /** The chain is view, family, prototype. */
  prototypeOf(view: object): object {
    return this.heap.classes.prototypeAt(this.heap.space.load(Stamp.of(view) + META));
  }

  copy(view: object): object {
    const copy = this.made(Stamp.of(view));
    for (const name of Reflect.ownKeys(copy)) Reflect.deleteProperty(copy, name);
    Object.setPrototypeOf(copy, this.prototypeOf(view));
    copyProperties(this.heap.properties, view, copy);
    for (const name of this.names(Stamp.of(view))) Object.defineProperty(copy, name, { enumerable: false });
    return copy;
  }

  isHidden(name: Name, address: number): boolean {
    const field = this.find(address, name);
    return field !== 0 && this.heap.values.load(field) !== absent;
  }

  names(address: number): readonly Name[] {
    return HIDDEN.filter((_, i) => this.heap.values.load(bodyField(address, i)) !== absent);
  }

  find(address: number, name: Name): number {
    const place = HIDDEN.indexOf(name as string);
    return place < 0 ? 0 : bodyField(address, place);
  }

  existing(address: number, name: Name): number {
    return this.find(address, name);
  }

  trace(address: number, marker: Marker): void {
    marker.object(this.heap.space.load(address + META));
    traceBody(address, FIELDS, marker);
  }
}

function hiddenIn(error: object): string[] {
  return HIDDEN.filter(name => Object.getOwnPropertyDescriptor(error, name)?.enumerable === false);
}
