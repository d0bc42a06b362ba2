/** One realm's access to the shared objects: views of them, and publishing of plain objects. */
import type { Stm } from '../stm/stm.js';
import { sharedArray } from './arrays.js';
import { sharedMap, sharedSet } from './collections.js';
import { Fields } from './fields.js';
import { FullObjects } from './full.js';
import { ARRAY, BODY, bodyField, FUNCTION, KIND_MASK, MAP, META, PINNED, RECORD, SET } from './layout.js';
import { adopt, type Members } from './members.js';
import { Properties } from './properties.js';
import { type Code as Describing, FUNCTION_FIELDS, Publisher } from './publishing.js';
import { BARE, type Name, PLAIN, Shapes } from './shapes.js';
import type { Space } from './space.js';
import { Stamp } from './stamp.js';
import { Strings, type TextCodec } from './strings.js';
import { Tables } from './table.js';
import { Tracing } from './tracing.js';
import { Values } from './values.js';
import { type ViewCache } from './cache.js';
import { Views } from './views.js';

/** Functions as addresses with captured values, and back. */
export interface Code extends Describing {
  make(address: { url: string; id: number }, captures: readonly unknown[], self: unknown): Function;
}

export interface HeapOptions {
  stm: Stm;
  space: Space;
  text: TextCodec;
  code: Code;
  cache: ViewCache;
}

export class Heap {
  readonly stm: Stm;
  readonly space: Space;
  readonly fields: Fields;
  readonly values: Values;
  readonly tables: Tables;
  readonly properties: Properties;
  readonly full: FullObjects;
  readonly views: Views;
  readonly tracing: Tracing;
  private readonly shapes: Shapes;
  private readonly publisher: Publisher;
  readonly cache: ViewCache;
  private readonly code: Code;
  private readonly kinds: Record<number, object>;
  /** The prototypes of the shapes that this realm has used. */
  private readonly classes = new Set<number>();
  private readonly shapePrototypes = new Map<number, object>();

  constructor({ stm, space, text, code, cache }: HeapOptions) {
    const strings = new Strings(space, text);
    this.stm = stm;
    this.space = space;
    this.code = code;
    this.cache = cache;
    this.fields = new Fields(stm);
    this.values = new Values(stm, strings);
    this.tables = new Tables(this.fields, space);
    this.shapes = new Shapes(space, strings);
    this.properties = new Properties(this.values, this.fields, space, this.tables, this.shapes);
    this.tracing = new Tracing(space, this.tables, this.shapes, this.properties);
    this.full = new FullObjects(this);
    this.views = new Views(this.values, this.properties, view => this.full.copy(view));
    this.kinds = {
      [ARRAY]: this.views.family(sharedArray(this)),
      [MAP]: this.views.family(sharedMap(this)),
      [SET]: this.views.family(sharedSet(this)),
    };
    this.publisher = new Publisher(
      this.values,
      space,
      this.tables,
      this.shapes,
      this.properties,
      { ofKind: kind => this.kinds[kind]!, ofShape: shape => this.shapePrototype(shape) },
      code,
      this.cache,
    );
    this.values.objects = {
      publish: object => this.publisher.publish(this.full.viewOf(object)),
      view: address => this.view(address),
    };
  }

  /** Publishes an object and all objects that it reaches; returns its address. */
  publish(object: object): number {
    return this.values.objects.publish(object);
  }

  /** The names of the shape at an address. */
  namesOf(shape: number): readonly Name[] {
    return this.shapes.at(shape).names;
  }

  /** Throws if a value can certainly not be shared; looks at the value itself, not at what it reaches. */
  check(value: unknown): void {
    this.publisher.checkValue(typeof value === 'object' && value !== null ? this.full.viewOf(value) : value);
  }

  /** Makes a stand-in object for a value that only this realm has. */
  pin(): number {
    const address = this.space.allocateLasting(BODY);
    this.space.store(address, PINNED);
    return address;
  }

  /**
   * Called after a collection: other objects may have the old addresses now. Classes keep theirs, because the
   * shapes of their instances name them.
   */
  forget(): void {
    this.space.leaveAreas();
    this.values.strings.forget();
    this.cache.clear(this.classes);
  }

  /** The object at an address; the same view as long as this realm's program holds it. */
  view(address: number): object {
    return this.cache.get(address) ?? this.makeView(address);
  }

  private makeView(address: number): object {
    const kind = this.space.load(address) & KIND_MASK;
    if (kind === FUNCTION) return this.makeFunction(address);
    const view = this.emptyView(kind, address);
    Stamp.put(view, address);
    this.cache.add(address, view);
    return view;
  }

  private emptyView(kind: number, address: number): object {
    switch (kind) {
      case RECORD:
        return Object.create(this.shapePrototype(this.space.load(address + META))) as object;
      case ARRAY:
        return Object.setPrototypeOf([], this.kinds[ARRAY]!) as object;
      case PINNED:
        return {};
      case MAP:
      case SET:
        return Object.setPrototypeOf(kind === MAP ? new Map() : new Set(), this.kinds[kind]!) as object;
      default:
        throw new Error(`an object of the unknown kind ${kind}`);
    }
  }

  private shapePrototype(address: number): object {
    const known = this.shapePrototypes.get(address);
    if (known) return known;
    const { names, classAddress } = this.shapes.at(address);
    const accessors = this.views.shape(names, this.prototypeOf(classAddress));
    this.shapePrototypes.set(address, accessors);
    return accessors;
  }

  private prototypeOf(classAddress: number): object | null {
    if (classAddress === PLAIN) return Object.prototype;
    if (classAddress === BARE) return null;
    this.classes.add(classAddress);
    return (this.view(classAddress) as Function).prototype as object;
  }

  /** Functions that capture each other are made one after the other; the first one is a stand-in until it is made. */
  private makeFunction(address: number): Function {
    let made: Function | undefined;
    const standIn = function (this: unknown, ...args: unknown[]): unknown {
      return new.target ? Reflect.construct(made!, args) : Reflect.apply(made!, this, args);
    };
    Stamp.put(standIn, address);
    this.cache.add(address, standIn);
    const field = (i: number) => this.values.loadFixed(bodyField(address, i));
    const captures = Array.from({ length: this.space.load(address + META) }, (_, i) =>
      field(FUNCTION_FIELDS.captures + i),
    );
    try {
      made = this.code.make(
        { url: field(FUNCTION_FIELDS.url) as string, id: field(FUNCTION_FIELDS.id) as number },
        captures,
        field(FUNCTION_FIELDS.self),
      );
      if (Stamp.of(made) === 0) Stamp.put(made, address);
      this.cache.add(address, made);
      const members = field(FUNCTION_FIELDS.members) as Members | undefined;
      if (members) adopt(made, members, this.properties);
    } catch (e) {
      this.cache.remove(address);
      throw e;
    }
    return made;
  }
}
