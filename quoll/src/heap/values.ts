/** Converts JavaScript values to the contents of fields, and back. */
import { isMade } from '../contract/messages.js';
import { ABORT } from '../stm/errors.js';
import type { Stm } from '../stm/stm.js';
import {
  ABORTED,
  ABSENT,
  BIGINT,
  BOOLEAN,
  EVENTUAL,
  HIDDEN,
  NULL,
  NUMBER,
  OBJECT,
  SCOPE,
  STRING,
  SYMBOL,
  UNDEFINED,
} from '../stm/tags.js';
import { cannotShare, OF_LANGUAGE } from './errors.js';
import { type Memo, unknown } from './memo.js';
import type { Strings } from './strings.js';
import type { Key } from './table.js';

/** The contents of a field without a value. */
export const absent = Symbol('absent');

/** A `finish` scope in a field of the run time's own objects. */
export class ScopeReference {
  constructor(readonly address: number) {}
}

/** Objects as addresses, and back. */
export interface Objects {
  /** The address of an object, which is published first if it is not shared yet. */
  publish(object: object): number;
  /** Whether an object is shared. */
  isShared(object: object): boolean;
  /** The object at an address, as this realm sees it. */
  view(address: number): object;
}

/** Eventual fields; see events/eventual.ts. */
export interface EventualFields {
  load(record: number): unknown;
  store(record: number, value: unknown): void;
  /** The value of a property of an object all of whose fields are eventual. */
  getNamed(object: number, name: string | symbol): unknown;
  setNamed(object: number, name: string | symbol, value: unknown): void;
  /** Called when a field is removed: discards the handler's own value of it. */
  deleteNamed(object: number, name: string | symbol): void;
  /** Fields that the handler has added to an object all of whose fields are eventual. */
  addedTo(object: number): (string | symbol)[];
}

const bits = new DataView(new ArrayBuffer(8));

export class Values {
  objects!: Objects;
  eventual!: EventualFields;
  /** The tag and payload of the value that `encode` converted last. */
  private tag = NUMBER;
  private payload = 0;

  constructor(
    private stm: Stm,
    readonly strings: Strings,
    private readonly memo: Memo,
  ) {}

  /** Runs `f`, which must not read or write shared objects. */
  denied<R>(f: () => R): R {
    const { stm } = this;
    this.stm = denying;
    try {
      return f();
    } finally {
      this.stm = stm;
    }
  }

  /** The field's value, or `absent`. */
  load(address: number): unknown {
    const known = this.memo.get(address);
    return known === unknown ? this.loadFirst(address) : known;
  }

  private loadFirst(address: number): unknown {
    const number = this.stm.read(address);
    const isEventual = number !== number && this.stm.tag() === EVENTUAL;
    const value = number === number ? number : this.loadOther();
    // A handler's own value of an eventual field is not part of the transaction.
    if (!isEventual) this.memo.set(address, value);
    return value;
  }

  /** The value of a field that never changes. */
  loadFixed(address: number): unknown {
    const number = this.stm.peek(address);
    return number === number ? number : this.loadOther();
  }

  /**
   * The address of the object that a field holds, without making a view; a number
   * unchanged, 0 for any other value.
   */
  reference(address: number): { isObject: boolean; value: number } {
    const number = this.stm.read(address);
    if (number === number) return { isObject: false, value: number };
    if (this.stm.tag() === ABORTED) throw ABORT;
    const isObject = this.stm.tag() === OBJECT;
    return { isObject, value: isObject ? this.stm.payload() : 0 };
  }

  /** Whether the field has a value. */
  isThere(address: number): boolean {
    const known = this.memo.get(address);
    if (known !== unknown) return known !== absent;
    const number = this.stm.read(address);
    if (number === number) return true;
    if (this.stm.tag() === EVENTUAL) return this.loadOther() !== absent;
    if (this.stm.tag() === ABORTED) throw ABORT;
    return this.stm.tag() !== ABSENT;
  }

  /** Whether the field has a value, without depending on it. */
  isPresent(address: number): boolean {
    const number = this.stm.peek(address);
    if (number === number) return true;
    if (this.stm.tag() === ABORTED) throw ABORT;
    return this.stm.tag() !== ABSENT;
  }

  private loadOther(): unknown {
    const tag = this.stm.tag();
    const payload = this.stm.payload();
    switch (tag) {
      case ABORTED:
        throw ABORT;
      case EVENTUAL:
        return this.eventual.load(payload);
      default:
        return this.decode(tag, payload);
    }
  }

  private decode(tag: number, payload: number): unknown {
    switch (tag) {
      case NUMBER:
        return Number.NaN;
      case ABSENT:
        return absent;
      case UNDEFINED:
        return undefined;
      case NULL:
        return null;
      case BOOLEAN:
        return payload === 1;
      case STRING:
        return this.strings.text(payload);
      case BIGINT:
        return BigInt(this.strings.text(payload));
      case SYMBOL:
        return Symbol.for(this.strings.text(payload));
      case OBJECT:
        return this.objects.view(payload);
      case SCOPE:
        return new ScopeReference(payload);
      default:
        throw new Error(`a field holds a value of the unknown kind ${tag}`);
    }
  }

  store(address: number, value: unknown): void {
    if (this.replace(address, value)) return;
    this.memo.forget(address);
    if (typeof value === 'number') {
      this.stm.overwrite(address, value);
    } else {
      this.encode(value);
      this.stm.overwriteTagged(address, this.tag, this.payload);
    }
  }

  /** Publishes a value that is to be stored. */
  prepare(value: unknown): void {
    if (typeof value !== 'number' && typeof value !== 'string') this.encode(value);
  }

  /** Like store, if the field has a value; if it has none, returns false and stores nothing. */
  replace(address: number, value: unknown): boolean {
    return (
      (typeof value === 'number' && this.memo.rewrite(this.stm, address, value)) ||
      this.replaceFirst(address, value)
    );
  }

  private replaceFirst(address: number, value: unknown): boolean {
    if (typeof value === 'number') {
      if (this.memo.write(this.stm, address, value)) return true;
    } else {
      this.memo.forget(address);
      this.encode(value);
      if (this.stm.writeTagged(address, this.tag, this.payload)) return true;
    }
    const number = this.stm.read(address);
    if (number !== number && this.stm.tag() === EVENTUAL) {
      this.eventual.store(this.stm.payload(), value);
      return true;
    }
    return false;
  }

  /** Stores the first value of a field that no other realm can reach yet. */
  put(address: number, value: unknown): void {
    if (typeof value === 'number') {
      this.stm.put(address, value);
    } else {
      this.encode(value);
      this.stm.putTagged(address, this.tag, this.payload);
    }
  }

  /** Stores, in one step, a value in a field that only this realm writes now. */
  publish(address: number, value: unknown): void {
    if (typeof value === 'number') {
      this.stm.publish(address, value);
    } else {
      this.encode(value);
      this.stm.publishTagged(address, this.tag, this.payload);
    }
  }

  remove(address: number): void {
    this.memo.forget(address);
    this.stm.overwriteTagged(address, ABSENT, 0);
  }

  private encode(value: unknown): void {
    switch (typeof value) {
      case 'string':
        return this.encoded(STRING, this.strings.intern(value));
      case 'boolean':
        return this.encoded(BOOLEAN, value ? 1 : 0);
      case 'undefined':
        return this.encoded(UNDEFINED, 0);
      case 'bigint':
        return this.encoded(BIGINT, this.strings.intern(String(value)));
      case 'symbol':
        return value === absent
          ? this.encoded(ABSENT, 0)
          : this.encoded(SYMBOL, this.strings.intern(keyFor(value)));
      case 'object':
      case 'function':
        if (value === null) return this.encoded(NULL, 0);
        return isMade(value, ScopeReference)
          ? this.encoded(SCOPE, value.address)
          : this.encoded(OBJECT, this.objects.publish(value));
      default:
        throw cannotShare(`the ${typeof value} ${String(value)}`, 'convert it to a number or a string');
    }
  }

  private encoded(tag: number, payload: number): void {
    this.tag = tag;
    this.payload = payload;
  }

  /** A value as a table's key. Values that are equal by Map's rules have equal keys. */
  key(value: unknown): Key {
    if (typeof value === 'number') {
      // Some NaNs have the bits of a tag.
      if (value !== value) return { high: 0x7ff80000, low: 0 };
      bits.setFloat64(0, value === 0 ? 0 : value);
      return { high: bits.getUint32(0), low: bits.getUint32(4) };
    }
    this.encode(value);
    return { high: ((0xfff0 + this.tag) << 16) >>> 0, low: this.payload };
  }

  /** As `key`, for a look-up: undefined if no table can have the key. An object that is not shared stays as it is. */
  knownKey(value: unknown): Key | undefined {
    if (typeof value === 'symbol' && Symbol.keyFor(value) === undefined) return undefined;
    const isObject = typeof value === 'function' || (typeof value === 'object' && value !== null);
    return isObject && !this.objects.isShared(value) ? undefined : this.key(value);
  }

  /** A key that no program can name. */
  hiddenKey(name: string): Key {
    return { high: ((0xfff0 + HIDDEN) << 16) >>> 0, low: this.strings.intern(name) };
  }

  /** The value of a table's key; undefined for a hidden one. */
  ofKey({ high, low }: Key): unknown {
    if (high >>> 16 === 0xfff0 + HIDDEN) return undefined;
    if (high >>> 16 > 0xfff0) return this.decode((high >>> 16) & 15, low);
    bits.setUint32(0, high);
    bits.setUint32(4, low);
    return bits.getFloat64(0);
  }
}

/** Replaces transactions for code that must not use shared objects. */
const denying = new Proxy({} as Stm, {
  get() {
    throw new TypeError('an accumulator sees its arguments only: it must not use shared objects');
  },
});

function keyFor(symbol: symbol): string {
  const key = Symbol.keyFor(symbol);
  if (key === undefined) {
    throw cannotShare(
      `the symbol ${String(symbol)}`,
      OF_LANGUAGE.has(symbol)
        ? 'the language itself asks for it, so make it a member of a class'
        : `use Symbol.for('${symbol.description ?? ''}'), which is the same in all realms`,
    );
  }
  return key;
}
