/** The own properties of shared objects of all kinds: the meaning of `get`, `set`, `delete`, `has` and `keys` in the heap. */
import { unknown } from './memo.js';
import { absent, type Values } from './values.js';
import { Elements } from './elements.js';
import type { Fields } from './fields.js';
import {
  ALL_EVENTUAL,
  ARRAY,
  BODY,
  EXTRAS,
  kindAt,
  type KindNumber,
  MAP,
  META,
  RECORD,
  SET,
} from './layout.js';
import { type Name, PLAIN, type Shapes } from './shapes.js';
import type { Space } from './space.js';
import { type Key, TABLE_BYTES, type Tables, VALUE } from './table.js';

export const MAX_INDEX = 2 ** 32 - 2;

/** Whether a number is an array index. */
export function isIndex(key: number): boolean {
  return key >>> 0 === key && key <= MAX_INDEX;
}

/** The array index that a property name is, or -1. */
export function indexOf(name: Name): number {
  if (typeof name !== 'string' || name.length > 10) return -1;
  const index = Number(name);
  return isIndex(index) && String(index) === name ? index : -1;
}

/** Whether names are already in order: there is no symbol and no index. */
function areInOrder(names: readonly Name[]): boolean {
  for (const name of names) if (typeof name !== 'string' || name.charCodeAt(0) <= NINE) return false;
  return true;
}

const NINE = '9'.charCodeAt(0);

/** Whether a property may have this name. A symbol that is not registered is unknown in other realms, so no shared object has one. */
function crosses(name: Name): boolean {
  return typeof name !== 'symbol' || Symbol.keyFor(name) !== undefined;
}

/** The properties that an object keeps in fields of its own. */
export interface Contents {
  /** The names of the properties with values, in order. */
  names(object: number): readonly Name[];
  /** The field of a property, or 0 if it has none; it may hold no value. From now on the transaction depends on it. */
  find(object: number, name: Name): number;
  /** Like find, but without a dependency. */
  existing(object: number, name: Name): number;
}

/** A listener for changes of structure of some objects; see `kept.ts`. */
export interface Structure {
  /** Called before a change. */
  changing(object: number): void;
  added(object: number, name: Name): void;
  removed(object: number, name: Name): void;
  resized(array: number, length: number): void;
}

export class Properties {
  readonly elements: Elements;
  /** The properties that each kind of objects keeps itself. */
  contents!: Readonly<Record<KindNumber, Contents>>;
  /** The listener for added and removed properties. */
  kept!: Structure;

  constructor(
    private readonly values: Values,
    private readonly fields: Fields,
    private readonly space: Space,
    private readonly tables: Tables,
    private readonly shapes: Shapes,
  ) {
    this.elements = new Elements(fields, space);
  }

  kind(object: number): KindNumber {
    return kindAt(this.space, object);
  }

  private contentsOf(object: number): Contents {
    return this.contents[this.kind(object)];
  }

  /** The value of a property, or `absent`. */
  get(object: number, name: Name): unknown {
    if (!crosses(name)) return absent;
    if (this.space.load(object) & ALL_EVENTUAL) return this.values.eventual.getNamed(object, name);
    const field = this.find(object, name);
    return field === 0 ? absent : this.values.load(field);
  }

  has(object: number, name: Name): boolean {
    return this.get(object, name) !== absent;
  }

  set(object: number, name: Name, value: unknown): void {
    if (this.space.load(object) & ALL_EVENTUAL) this.values.eventual.setNamed(object, name, value);
    else this.setPlain(object, name, value);
  }

  /** Like set, whether fields are eventual or not. */
  setPlain(object: number, name: Name, value: unknown): void {
    const own = this.contentsOf(object).find(object, name);
    if (own !== 0 && this.values.load(own) !== absent) return this.values.store(own, value);
    const index = this.kind(object) === ARRAY ? indexOf(name) : -1;
    if (index >= 0) return this.setPlainElement(object, index, value);
    // A value that cannot be shared throws here, before an entry without a value exists.
    this.values.prepare(value);
    const extras = this.makeExtras(object);
    const key = this.keyOf(name);
    const entry = this.tables.find(extras, key);
    if (entry !== 0) return this.values.store(entry + VALUE, value);
    this.kept.changing(object);
    this.values.store(this.tables.add(extras, key) + VALUE, value);
    this.kept.added(object, name);
  }

  /** Sets the value of a key in a table. */
  setEntry(table: number, key: Key, value: unknown): void {
    this.values.prepare(value);
    const entry = this.tables.find(table, key) || this.tables.add(table, key);
    this.values.store(entry + VALUE, value);
  }

  setElement(array: number, index: number, value: unknown): void {
    if (this.space.load(array) & ALL_EVENTUAL) this.set(array, String(index), value);
    else this.setPlainElement(array, index, value);
  }

  private setPlainElement(array: number, index: number, value: unknown): void {
    const field = this.elements.make(array, index);
    if (this.values.load(field) !== absent) return this.values.store(field, value);
    this.kept.changing(array);
    this.values.store(field, value);
    this.elements.include(array, index);
    this.kept.added(array, String(index));
  }

  /** Shortens or lengthens an array. */
  setLength(array: number, length: number): void {
    this.kept.changing(array);
    if (this.space.load(array) & ALL_EVENTUAL)
      for (let i = this.elements.length(array); i-- > length;)
        this.values.eventual.deleteNamed(array, String(i));
    this.elements.setLength(array, length);
    this.kept.resized(array, length);
  }

  delete(object: number, name: Name): void {
    if (!crosses(name)) return;
    this.remove(object, name);
    this.values.eventual.deleteNamed(object, name);
  }

  private remove(object: number, name: Name): void {
    const own = this.contentsOf(object).find(object, name);
    if (own !== 0 && this.values.load(own) !== absent) {
      this.kept.changing(object);
      this.values.remove(own);
      return this.kept.removed(object, name);
    }
    const extras = this.isElement(object, name) ? 0 : this.fields.pointer(object + EXTRAS);
    if (extras === 0) return;
    const entry = this.tables.find(extras, this.keyOf(name));
    if (entry === 0) return;
    this.kept.changing(object);
    this.tables.remove(extras, entry);
    this.kept.removed(object, name);
  }

  /** The names in the order of the language: indices by size, then texts as they were added, then symbols. */
  keys(object: number): Name[] {
    const own = this.contentsOf(object).names(object);
    const extra = this.extraNames(object);
    // A record's list is new and may be returned.
    if (extra.length === 0 && this.kind(object) === RECORD && areInOrder(own)) return own as Name[];
    const names = [...own, ...extra];
    const indices = names.filter(name => indexOf(name) >= 0);
    if (this.kind(object) !== ARRAY) indices.sort((a, b) => Number(a) - Number(b));
    const texts = names.filter(name => typeof name === 'string' && indexOf(name) < 0);
    return [...indices, ...texts, ...names.filter(name => typeof name === 'symbol')];
  }

  private extraNames(object: number): Name[] {
    const extras = this.fields.pointer(object + EXTRAS);
    if (extras === 0) return [];
    const names = this.space.load(object) & ALL_EVENTUAL ? this.values.eventual.addedTo(object) : [];
    const key: Key = { high: 0, low: 0 };
    for (let entry = this.tables.next(extras, 0); entry !== 0; entry = this.tables.next(extras, entry)) {
      const name = this.values.ofKey(this.tables.keyOf(entry, key));
      if (typeof name === 'string' || typeof name === 'symbol') names.push(name);
    }
    return names;
  }

  /** The value of an element that the handler's attempt remembers (memo.ts); `absent` if it remembers none, or the object is not an array. */
  remembered(object: number, index: number): unknown {
    if (this.space.load(object) !== ARRAY) return absent;
    const field = this.elements.inBody(object, index);
    const known = field === 0 ? unknown : this.fields.memo.get(field);
    return known === unknown ? absent : known;
  }

  element(array: number, index: number): unknown {
    if (this.space.load(array) & ALL_EVENTUAL) return this.get(array, String(index));
    const field = this.elements.find(array, index);
    return field === 0 ? absent : this.values.load(field);
  }

  /** The field of a property, wherever it is; 0 without one. */
  find(object: number, name: Name): number {
    const own = this.contentsOf(object).find(object, name);
    if (own !== 0 && this.values.load(own) !== absent) return own;
    const extras = this.isElement(object, name) ? 0 : this.fields.pointer(object + EXTRAS);
    if (extras === 0) return 0;
    const entry = this.tables.find(extras, this.keyOf(name));
    return entry === 0 ? 0 : entry + VALUE;
  }

  /** Whether a name is that of an element, which is not in the table of further properties. */
  private isElement(object: number, name: Name): boolean {
    return this.kind(object) === ARRAY && indexOf(name) >= 0;
  }

  /** Like find, but without a dependency. */
  peek(object: number, name: Name): number {
    const own = this.contentsOf(object).existing(object, name);
    if (own !== 0 && this.values.isPresent(own)) return own;
    const extras = this.isElement(object, name) ? 0 : this.fields.peekPointer(object + EXTRAS);
    const entry = extras === 0 ? 0 : this.tables.peek(extras, this.keyOf(name));
    return entry === 0 ? 0 : entry + VALUE;
  }

  private keyOf(name: Name): Key {
    return this.values.key(name);
  }

  /** The table of further properties; makes one if there is none. */
  makeExtras(object: number): number {
    const known = this.fields.pointer(object + EXTRAS);
    if (known !== 0) return known;
    const table = this.space.allocate(TABLE_BYTES);
    this.tables.initialize(table);
    this.fields.setPointer(object + EXTRAS, table);
    return table;
  }

  /** Like makeExtras, for an object that no other realm can reach yet. */
  makeFreshExtras(object: number): number {
    const table = this.space.allocate(TABLE_BYTES);
    this.tables.initialize(table);
    this.fields.putPointer(object + EXTRAS, table);
    return table;
  }

  /** The table of a Map or Set. */
  tableOf(object: number): number {
    return object + BODY;
  }

  /** Whether it is a plain object, whose prototype has no setter except `__proto__`. */
  isPlain(object: number): boolean {
    return (
      this.kind(object) === RECORD && this.shapes.at(this.space.load(object + META)).classAddress === PLAIN
    );
  }

  isCollection(object: number): boolean {
    const kind = this.kind(object);
    return kind === MAP || kind === SET;
  }
}
