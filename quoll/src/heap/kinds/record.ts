/** Plain objects and instances of classes: a field per name of the shape. */
import { bodyField, META, RECORD } from '../layout.js';
import type { Marker } from '../marking.js';
import { checkObject, ownNames } from '../plain.js';
import { getPrototypeOf } from '../raw.js';
import { BARE, type Name, PLAIN, type Shape } from '../shapes.js';
import { allocate, copyProperties, copyToTable, traceBody } from './blocks.js';
import type { Kind, Moving, Parts } from './kind.js';

/** Objects with more properties keep them in a table: a shape costs every realm an accessor for each name. */
const MOST_IN_SHAPE = 64;

export class Records implements Kind {
  private readonly shapePrototypes = new Map<number, object>();

  constructor(private readonly heap: Parts) {}

  takes(): boolean {
    return true;
  }

  check(object: object): void {
    checkObject(object);
    this.heap.classes.check(object);
  }

  constructorOf(object: object): Function | undefined {
    return this.heap.classes.crossing(object);
  }

  publish(object: object): Moving {
    const { shapes, classes, space, values } = this.heap;
    const names = ownNames(object);
    const own = names.length <= MOST_IN_SHAPE ? names : [];
    const shape = shapes.of(classes.of(object), own);
    const address = allocate(space, RECORD, shape.address, bodyField(0, own.length));
    const plain = object as Record<Name, unknown>;
    return {
      object,
      address,
      copy: () => {
        own.forEach((name, i) => values.put(bodyField(address, i), plain[name]));
        if (own !== names) copyToTable(this.heap, address, names, plain);
      },
      turn: () => {
        // The last property first: the engine keeps an object fast if its properties are removed in this
        // order.
        for (let i = names.length - 1; i >= 0; i--) delete plain[names[i]!];
        Object.setPrototypeOf(object, this.shapePrototype(shape.address));
      },
    };
  }

  make(address: number): object {
    return Object.create(this.shapePrototype(this.heap.space.load(address + META))) as object;
  }

  private shapePrototype(address: number): object {
    const known = this.shapePrototypes.get(address);
    if (known) return known;
    const { names, classAddress } = this.heap.shapes.at(address);
    const accessors = this.heap.views.shape(names, this.classPrototype(classAddress));
    this.shapePrototypes.set(address, accessors);
    return accessors;
  }

  private classPrototype(classAddress: number): object | null {
    if (classAddress === PLAIN) return Object.prototype;
    if (classAddress === BARE) return null;
    return this.heap.classes.prototypeAt(classAddress);
  }

  /** The chain is view, shape, family, prototype. */
  prototypeOf(view: object): object | null {
    const shape = getPrototypeOf(view) as object;
    return getPrototypeOf(getPrototypeOf(shape) as object) as object | null;
  }

  copy(view: object): object {
    const copy = Object.create(this.prototypeOf(view)) as object;
    return copyProperties(this.heap.properties, view, copy);
  }

  names(address: number): Name[] {
    const { names } = this.shapeOf(address);
    const there: Name[] = [];
    for (let i = 0; i < names.length; i++)
      if (this.heap.values.isThere(bodyField(address, i))) there.push(names[i]!);
    return there;
  }

  find(address: number, name: Name): number {
    const place = this.shapeOf(address).places.get(name);
    return place === undefined ? 0 : bodyField(address, place);
  }

  existing(address: number, name: Name): number {
    return this.find(address, name);
  }

  private shapeOf(address: number): Shape {
    return this.heap.shapes.at(this.heap.space.load(address + META));
  }

  trace(address: number, marker: Marker): void {
    const shape = this.heap.space.load(address + META);
    traceBody(address, this.heap.shapes.count(shape), marker);
  }
}
