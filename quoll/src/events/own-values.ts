/**
 * A unit's own values of eventual fields: a snapshot from the first access, which the unit then changes. They
 * are properties of a holder. In a worker that is the object's view itself, from the first access to the end
 * of the attempt: so the program's reads and writes find them there as in a plain object, and the run time is
 * called only for values that are not there yet.
 */
import { defineProperty, hasOwn } from '../heap/raw.js';
import { isContainer } from '../eventual.js';
import type { Name } from '../heap/shapes.js';
import { ordinary } from '../heap/stamp.js';
import { absent } from '../heap/values.js';

/** A unit's own value of a field. */
export interface Change {
  /** The record of the field; 0 if the field was absent. */
  readonly record: number;
  readonly name: Name;
  readonly initial: unknown;
  readonly final: unknown;
}

function isChange({ initial, final }: Change): boolean {
  return final !== initial || isContainer(final);
}

/** The own values of an object's fields. */
export class OwnFields {
  private readonly names: Name[] = [];
  private readonly initials: unknown[] = [];
  private readonly records: number[] = [];
  /** Fields that were absent at the first access. */
  private readonly missing = new Set<Name>();

  constructor(private readonly holder: Record<Name, unknown>) {}

  has(name: Name): boolean {
    return hasOwn(this.holder, name) || this.missing.has(name);
  }

  get(name: Name): unknown {
    return hasOwn(this.holder, name) ? this.holder[name] : absent;
  }

  /** The first access. `value` is `initial`, or a copy of it. */
  begin(name: Name, initial: unknown, value: unknown, record: number): void {
    this.names.push(name);
    this.initials.push(initial);
    this.records.push(record);
    if (value === absent) this.missing.add(name);
    else this.set(name, value);
  }

  set(name: Name, value: unknown): void {
    const { holder } = this;
    // An accessor for added fields must not see this; there is none for a name that the holder does not know.
    if (hasOwn(holder, name) || !(name in holder)) holder[name] = value;
    else defineProperty(holder, name, ordinary(value));
  }

  /** The field is removed. `staysEventual`: if the unit adds it again, that is a contribution to a new field. */
  remove(name: Name, staysEventual: boolean): void {
    const at = this.names.indexOf(name);
    if (at >= 0) for (const list of [this.names, this.initials, this.records]) list.splice(at, 1);
    this.missing.delete(name);
    delete this.holder[name];
    if (staysEventual) this.begin(name, absent, absent, 0);
  }

  /** Fields that the unit has added. */
  added(): Name[] {
    return this.names.filter((name, i) => this.records[i] === 0 && hasOwn(this.holder, name));
  }

  /** Returns the changed values, and restores the holder. */
  take(): Change[] {
    const changes: Change[] = [];
    const { names, initials, records, holder } = this;
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const initial = initials[i];
      if (initial === absent && !hasOwn(holder, name)) continue;
      const change = { record: records[i]!, name, initial, final: holder[name] };
      delete holder[name];
      if (isChange(change)) changes.push(change);
    }
    names.length = 0;
    return changes;
  }
}

/** The own values of one unit, or of several that a worker has not handed over yet (`runtime/keeping.ts`). */
export class OwnValues {
  /** Whether all accumulators join changes (`EventualKind.joins`). */
  joins = true;
  private readonly objects = new Map<number, OwnFields>();
  private lastObject = 0;
  private last: OwnFields | undefined = undefined;

  /** The own values of an object; `holderOf` returns their holder. */
  of(object: number, holderOf: (object: number) => object): OwnFields {
    if (this.last && this.lastObject === object) return this.last;
    let found = this.objects.get(object);
    if (!found) {
      found = new OwnFields(holderOf(object) as Record<Name, unknown>);
      this.objects.set(object, found);
    }
    this.lastObject = object;
    return (this.last = found);
  }

  /** Returns the unit's changes by object, and restores the views. */
  *take(): Generator<[object: number, changes: Change[]]> {
    for (const [object, fields] of this.objects) yield [object, fields.take()];
  }

  /** Discards the values of a unit that does not commit, and restores the views. */
  drop(): void {
    for (const fields of this.objects.values()) fields.take();
  }
}
