/**
 * The interface of a kind of shared objects. A new kind is a class that implements it, in a file of this folder; its number in
 * `layout.ts`, and its line in `table.ts`.
 */
import type { Stm } from '../../stm/stm.js';
import type { Buffers } from '../buffers.js';
import type { ViewCache } from '../cache.js';
import type { Classes } from '../classes.js';
import type { Code } from '../code.js';
import type { Fields } from '../fields.js';
import type { Marker } from '../marking.js';
import type { Contents, Properties } from '../properties.js';
import type { Name, Shapes } from '../shapes.js';
import type { Space } from '../space.js';
import type { Tables } from '../table.js';
import type { Values } from '../values.js';
import type { Views } from '../views.js';

export interface Kind extends Contents {
  /** Whether a plain object is of this kind. The first kind of the table that takes an object publishes it. */
  takes(object: object): boolean;
  /** Throws if a plain object of this kind, or one of its properties, cannot be shared. */
  check(object: object): void;
  /** Begins to publish a plain object that has been checked. */
  publish(object: object): Moving;
  /** The prototype of its views, if all have the same. */
  readonly prototype?: object;
  /** An empty view of the object at an address, without its stamp; or, of a function, all of it. */
  make(address: number): object;
  /**
   * Its views are real objects of a built-in class, whose state the engine and packages read directly: packages get them
   * without a stand-in.
   */
  readonly isNative?: boolean;
  /** Its objects have no stamp: none of their properties or methods reads the heap. */
  readonly isUnstamped?: boolean;
  /** The class of a plain object that crosses with it; undefined without one. */
  constructorOf?(object: object): Function | undefined;
  /** The properties that the language gives every object of this kind, and that a program can neither remove nor, if shared, change. */
  readonly permanent?: readonly Name[];
  /** Throws, with the reason, if one of them cannot get a value; if it does not throw, the property has that value. */
  assign?(name: Name, value: unknown): void;
  /** The accessor that the engine's own objects of this kind have in place of the value of a property. */
  accessorOf?(name: Name): PropertyDescriptor | undefined;
  /** Whether a property of the object at `address` is not enumerable. */
  isHidden?(name: Name, address: number): boolean;
  /** The prototype of a view, as the program sees it. */
  prototypeOf(view: object): object | null;
  /** A plain copy, one level deep. */
  copy(view: object): object;
  /** Marks the block of an object, and the values of its own fields. */
  trace(address: number, marker: Marker): void;
}

/** An object that is being published. */
export interface Moving {
  readonly object: object;
  readonly address: number;
  /** Copies the fields. */
  copy(): void;
  /** Empties the object and gives it its view's prototype. */
  turn(): void;
  /** Called when all objects that are published with it are views. */
  turned?(): void;
  /** The object stays as it is, and has no stamp. */
  readonly isUnstamped?: boolean;
  /** It refers to no other object, and its memory stays even if its transaction is undone. */
  readonly stays?: boolean;
  /** Called when its transaction is undone but its memory stays: removes what it refers to. */
  hollow?(): void;
}

/** The parts of the heap that kinds of objects use. */
export interface Parts {
  readonly stm: Stm;
  readonly space: Space;
  readonly fields: Fields;
  readonly values: Values;
  readonly tables: Tables;
  readonly shapes: Shapes;
  readonly properties: Properties;
  readonly views: Views;
  readonly cache: ViewCache;
  readonly buffers: Buffers;
  readonly code: Code;
  readonly classes: Classes;
  readonly full: Full;
  /** The function that crosses in place of another one. */
  crossing(f: Function): Function;
  /** Throws if a value that is to be shared certainly cannot be. */
  check(value: unknown): void;
  /** The view of the object at an address. */
  view(address: number): object;
}

/** Proxies with the full behaviour of plain objects. */
export interface Full {
  /** The full object of a view; values read through it are views. */
  of(view: object): object;
  /** The view behind a full object; any other object as it is. */
  viewOf<T>(object: T): T;
  /** A plain copy of a view, one level deep. */
  copy(view: object): object;
}
