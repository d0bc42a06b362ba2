/**
 * Eventual fields. A field marked eventual holds the address of its record:
 *
 *   0    field: the value
 *   16   field: its rule, which does not change
 *
 * A handler works on its own value of the field, a snapshot from the first access. When the handler has committed, the accumulator combines what it
 * left with the value in the record, in a transaction of its own: one contribution at a time, and the handler itself never runs again
 * for it. Under '*' a field that is not there is looked up without any dependency, and added with its first contribution.
 */
import type { Accumulator, EventualKind } from '../api.js';
import { identityOf, isContainer } from '../eventual.js';
import { ALL_EVENTUAL, EXTRAS } from '../heap/layout.js';
import type { Name } from '../heap/shapes.js';
import { Stamp } from '../heap/stamp.js';
import { VALUE } from '../heap/table.js';
import { absent, type EventualFields } from '../heap/values.js';
import type { Realm } from '../runtime/realm.js';
import { EVENTUAL } from '../stm/tags.js';

const RULE = 16;
const RECORD_BYTES = 32;
const ALL = '*';

/** The hidden key of the rule for all fields of an object; labels of events cannot start so. */
const RULE_KEY = '\0eventual';

/** How contributions to a field are combined. */
export class Rule {
  accumulate: Accumulator | EventualKind;
  identity: unknown;

  constructor(accumulate: Accumulator | EventualKind, identity: unknown) {
    this.accumulate = accumulate;
    this.identity = identity;
  }
}

/** A handler's own value of an eventual field. */
export interface Contribution {
  readonly rule: Rule;
  readonly accumulate: Accumulator | EventualKind;
  readonly initial: unknown;
  value: unknown;
  /** The record; of a field that was not there, its object and name. */
  readonly place: number | { object: number; name: Name };
}

export class Eventual implements EventualFields {
  constructor(private readonly realm: Realm) {}

  mark(target: object, field: string, accumulator: Accumulator | EventualKind, identity: unknown): void {
    if (typeof accumulator !== 'function') {
      throw new TypeError(
        `markEventual needs an accumulator (global, initial, final), not ${String(accumulator)}`,
      );
    }
    this.realm.heap.check(target);
    this.realm.checkFunction(accumulator);
    this.realm.defer(() => this.markNow(target, field, new Rule(accumulator, identity)));
  }

  private markNow(target: object, field: string, rule: Rule): void {
    const { heap } = this.realm;
    const object = heap.publish(target);
    heap.publish(rule);
    if (field !== ALL) return this.markField(object, field, rule);
    for (const name of heap.properties.keys(object)) this.markField(object, name, rule);
    heap.properties.setEntry(heap.properties.makeExtras(object), heap.values.hiddenKey(RULE_KEY), rule);
    heap.space.setBits(object, ALL_EVENTUAL);
  }

  private markField(object: number, name: Name, rule: Rule): void {
    const { properties, stm } = this.realm.heap;
    let field = properties.find(object, name);
    if (field === 0) {
      properties.setPlain(object, name, undefined);
      field = properties.find(object, name);
      stm.overwriteTagged(field, EVENTUAL, this.makeRecord(absent, rule));
    } else if (this.recordAt(field) === 0) {
      const value = this.realm.heap.values.load(field);
      stm.overwriteTagged(field, EVENTUAL, this.makeRecord(value, rule));
    }
  }

  private makeRecord(value: unknown, rule: Rule): number {
    const { space, values } = this.realm.heap;
    const record = space.allocate(RECORD_BYTES);
    values.put(record, value);
    values.put(record + RULE, rule);
    return record;
  }

  /** The record of an eventual field, 0 if the field is none. */
  private recordAt(field: number): number {
    const { stm } = this.realm.heap;
    const number = stm.peek(field);
    return number !== number && stm.tag() === EVENTUAL ? stm.payload() : 0;
  }

  load(record: number): unknown {
    return this.contribution(record).value;
  }

  store(record: number, value: unknown): void {
    this.contribution(record).value = value;
  }

  private contribution(record: number): Contribution {
    const { contributions } = this.realm.unit();
    const known = contributions.get(record);
    if (known) return known;
    const { values } = this.realm.heap;
    const made = this.begin(values.loadFixed(record + RULE) as Rule, values.loadFixed(record), record);
    contributions.set(record, made);
    return made;
  }

  private begin(rule: Rule, value: unknown, place: Contribution['place']): Contribution {
    return { rule, accumulate: rule.accumulate, initial: this.own(value), value: this.own(value), place };
  }

  /** A container as the handler's own copy. */
  private own(value: unknown): unknown {
    return Stamp.of(value) === 0 || typeof value === 'function'
      ? value
      : this.realm.heap.full.copy(value as object);
  }

  getNamed(object: number, name: Name): unknown {
    return this.named(object, name).value;
  }

  setNamed(object: number, name: Name, value: unknown): void {
    this.named(object, name).value = value;
  }

  /** The contribution to a field under '*'. A field that was absent at the first access stays so for this unit. */
  private named(object: number, name: Name): { value: unknown } {
    const { contributions } = this.realm.unit();
    const key = `${object} ${String(name)}`;
    const added = contributions.get(key);
    if (added) return added;
    const field = this.realm.heap.properties.peek(object, name);
    const record = field === 0 ? 0 : this.recordAt(field);
    if (record !== 0) return this.contribution(record);
    const made = this.begin(this.ruleFor(object), absent, { object, name });
    contributions.set(key, made);
    return made;
  }

  private ruleFor(object: number): Rule {
    const { fields, tables, values } = this.realm.heap;
    const entry = tables.peek(fields.peekPointer(object + EXTRAS), values.hiddenKey(RULE_KEY));
    return values.loadFixed(entry + VALUE) as Rule;
  }

  /** Combines what a unit has left. It has committed. */
  accumulate(contributions: Iterable<Contribution>): void {
    for (const contribution of contributions) {
      const { initial, value } = contribution;
      if (value === initial && !isContainer(value)) continue;
      let failure: { error: unknown } | undefined;
      this.realm.atomically(() => {
        failure = this.combine(contribution);
      });
      if (failure) this.realm.report('an accumulator', failure.error);
    }
  }

  private combine(contribution: Contribution): { error: unknown } | undefined {
    const { values } = this.realm.heap;
    const record = this.recordOf(contribution);
    const { accumulate, rule, initial, value } = contribution;
    const identity = identityOf(accumulate, rule.identity);
    const present = (one: unknown) => (one === absent || one === undefined ? identity(value) : one);
    const global = present(this.own(values.load(record)));
    let result: unknown;
    try {
      result = this.realm.heap.values.denied(() => accumulate(global, present(initial), value));
    } catch (error) {
      return { error };
    }
    values.store(record, result);
    return undefined;
  }

  /** The record of a contribution; made, with its field, if this is the first one to a field under '*'. */
  private recordOf({ place, rule }: Contribution): number {
    if (typeof place === 'number') return place;
    const { heap } = this.realm;
    const field = heap.properties.find(place.object, place.name);
    const known = field === 0 ? 0 : this.recordAt(field);
    if (known !== 0) return known;
    const record = this.makeRecord(absent, rule);
    heap.properties.setPlain(place.object, place.name, undefined);
    heap.stm.overwriteTagged(heap.properties.find(place.object, place.name), EVENTUAL, record);
    return record;
  }
}
