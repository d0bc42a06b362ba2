/** One realm's access to the shared objects: views of them, and publishing of plain objects. */
import type { Stm } from '../stm/stm.js';
import { Buffers } from './buffers.js';
import type { ViewCache } from './cache.js';
import { Classes } from './classes.js';
import type { Code } from './code.js';
import { Fields } from './fields.js';
import { FullObjects } from './full.js';
import type { Kind, Parts } from './kinds/kind.js';
import { kindsOf, type Kinds } from './kinds/table.js';
import { Kept } from './kept.js';
import { Membrane } from './membrane.js';
import { ARRAY, BODY, FUNCTION, MAP, META, PINNED, RECORD, REGEXP, SET } from './layout.js';
import { Memo } from './memo.js';
import { Natives } from './natives.js';
import { Properties } from './properties.js';
import { Publisher } from './publishing.js';
import { refill } from './refilling.js';
import { Shapes } from './shapes.js';
import type { Space } from './space.js';
import { Stamp } from './stamp.js';
import { Strings, type TextCodec } from './strings.js';
import { Tables } from './table.js';
import { Tracing } from './tracing.js';
import { Values } from './values.js';
import { Views } from './views.js';
import { Working } from './working.js';

export interface HeapOptions {
  stm: Stm;
  space: Space;
  text: TextCodec;
  code: Code;
  cache: ViewCache;
}

export class Heap implements Parts {
  readonly stm: Stm;
  readonly space: Space;
  readonly memo = new Memo();
  readonly fields: Fields;
  readonly values: Values;
  readonly tables: Tables;
  readonly shapes: Shapes;
  readonly properties: Properties;
  readonly full: FullObjects;
  readonly views: Views;
  readonly tracing: Tracing;
  readonly membrane: Membrane;
  readonly kept: Kept;
  readonly natives: Natives;
  readonly classes: Classes;
  readonly cache: ViewCache;
  readonly code: Code;
  readonly buffers: Buffers;
  private readonly kinds: Kinds;
  private readonly publisher: Publisher;

  constructor({ stm, space, text, code, cache }: HeapOptions) {
    const strings = new Strings(space, text);
    this.stm = stm;
    this.space = space;
    this.code = this.codeOf(code);
    this.cache = cache;
    this.fields = new Fields(stm, this.memo);
    this.buffers = new Buffers(stm, this.fields, space, cache);
    this.values = new Values(stm, strings, this.memo);
    this.tables = new Tables(this.fields, space);
    this.shapes = new Shapes(space, strings);
    this.classes = new Classes(this.code, () => this.values.objects);
    this.properties = new Properties(this.values, this.fields, space, this.tables, this.shapes);
    this.kept = this.properties.kept = new Kept(this.properties, space, cache, address =>
      this.kindOf(address),
    );
    this.full = new FullObjects(this.properties, () => this.kinds);
    this.membrane = new Membrane(this.full, this.kept);
    this.kept.sides = this.membrane;
    this.views = new Views(this.values, this.properties);
    this.kinds = this.properties.contents = kindsOf(this);
    const working = new Working(this.kept);
    this.natives = new Natives(
      this.full,
      this.properties,
      {
        [ARRAY]: this.kinds[ARRAY].prototype!,
        [MAP]: this.kinds[MAP].prototype!,
        [SET]: this.kinds[SET].prototype!,
        [REGEXP]: this.kinds[REGEXP].prototype!,
      },
      this.membrane,
      working,
    );
    this.tracing = new Tracing(space, this.tables, this.shapes, this.kinds);
    this.publisher = new Publisher(
      this.values,
      this.kinds,
      this.code,
      cache,
      this.buffers,
      object => (this.membrane.isHeld(object) ? this.kept : undefined),
      working.moved,
    );
    this.values.objects = {
      publish: object => this.publisher.publish(this.publishedFor(object)),
      isShared: object => this.publisher.isShared(this.publishedFor(object)),
      view: address => this.view(address),
    };
  }

  /** The object that crosses in place of another one. */
  private publishedFor(object: object): object {
    const own = this.membrane.originOf(object);
    return typeof own === 'function' ? this.crossing(own) : own;
  }

  /**
   * Functions of the language that do not know the elements of a view are replaced where they are shared: a program may store them in an
   * object and call them there.
   */
  readonly crossing = (f: Function): Function => this.natives.on(f);

  private codeOf(code: Code): Code {
    return {
      describe: f => code.describe(this.natives.behind(f)),
      neededFor: address => code.neededFor(address),
      begin: (address, captures, self) => {
        const begun = code.begin(address, captures, self);
        return { ...begun, f: this.crossing(begun.f) };
      },
      ...(code.isProxy && { isProxy: object => code.isProxy!(object) }),
    };
  }

  /** Publishes an object and all objects that it reaches; returns its address. */
  publish(object: object): number {
    return this.values.objects.publish(object);
  }

  /** Gives a view the contents of a plain copy. */
  refill(view: object, copy: object): void {
    refill(view, this.full.of(view), copy);
  }

  /** The kind of the object at an address. */
  kindOf(address: number): Kind {
    return this.kinds[this.properties.kind(address)];
  }

  /**
   * Throws if a value certainly cannot be shared; checks only the value itself, not the objects it refers to.
   */
  check(value: unknown): void {
    this.publisher.checkValue(
      typeof value === 'object' && value !== null ? this.membrane.originOf(value) : value,
    );
  }

  /** Throws if a captured value of a function certainly cannot be shared. */
  checkCaptures(f: Function): void {
    this.publisher.checkCaptures(f);
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
    this.cache.clear(this.lasting());
    this.publisher.forget();
    this.buffers.forget();
  }

  /** The classes that shapes name, and what their code holds: this realm must never make a second view of these. */
  readonly lasting = (): ReadonlySet<number> => {
    const all = new Set(this.classes.used);
    for (const address of all) {
      for (const held of this.buffers.heldBy(address)) {
        all.add(held);
        // The constructors in the description of members.
        if (this.properties.kind(address) === FUNCTION && this.properties.kind(held) === RECORD)
          for (const inner of this.buffers.heldBy(
            held,
            this.shapes.at(this.space.load(held + META)).names.length,
          ))
            if (this.properties.kind(inner) === FUNCTION) all.add(inner);
      }
    }
    return all;
  };

  /** The object at an address; the same view as long as this realm's program holds it. */
  view(address: number): object {
    return this.cache.get(address) ?? this.makeView(address);
  }

  private makeView(address: number): object {
    const kind = this.kindOf(address);
    const view = kind.make(address);
    if (this.properties.kind(address) === FUNCTION) {
      this.buffers.noteHolder(address);
      return view;
    }
    if (kind.isUnstamped) {
      this.publisher.note(view, address);
      this.buffers.noteHolder(address);
    } else Stamp.put(view, address);
    this.cache.add(address, view);
    return view;
  }
}
