/**
 * Eventual fields. A field marked eventual holds the address of its record:
 *
 *   0    field: the value, written by the holder of the object's lock only
 *   16   field: its rule, which does not change
 *   32   the object's queue of contributions (contributions.ts), and 36 the object
 *
 * A handler works on its own value of the field, a snapshot from the first access. When the handler has committed, it contributes what it
 * left; some realm accumulates that with the value in the record, one contribution to the object at a time, and the handler itself
 * never runs again for it. Under '*' a field that is not there is looked up without any dependency, and added with its
 * first contribution.
 */
import type { Accumulator, EventualKind } from '../api.js';
import { identityOf, isContainer } from '../eventual.js';
import { ALL_EVENTUAL, bodyField, EXTRAS } from '../heap/layout.js';
import type { Marker } from '../heap/marking.js';
import type { Name } from '../heap/shapes.js';
import { Stamp } from '../heap/stamp.js';
import { VALUE } from '../heap/table.js';
import { absent, type EventualFields } from '../heap/values.js';
import type { Realm } from '../runtime/realm.js';
import type { Unit } from '../runtime/unit.js';
import { EVENTUAL, OBJECT as OBJECT_TAG, POINTER } from '../stm/tags.js';
import { Contributions, drain, FINAL, INITIAL, NAME, push } from './contributions.js';
import type { Departures } from './departures.js';

const RULE = 16;
const QUEUE = 32;
const OBJECT = 36;
const RECORD_BYTES = 40;
const ALL = '*';

/** The hidden keys of an object's queue, and of the rule for all its fields; labels of events cannot start so. */
const QUEUE_KEY = '\0queue';
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
  readonly initial: unknown;
  value: unknown;
  readonly object: number;
  readonly name: Name;
  /** 0: the field was not there. */
  readonly record: number;
}

function isChanged({ value, initial }: Contribution): boolean {
  return value !== initial || isContainer(value);
}

export class Eventual implements EventualFields {
  private readonly contributions: Contributions;
  /** Rules by their addresses. */
  private readonly rules = new Map<number, Rule>();

  constructor(
    private readonly realm: Realm,
    private readonly departures: Departures,
  ) {
    this.contributions = new Contributions(realm.space);
  }

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
    const address = heap.publish(rule);
    const queue = this.makeQueue(object);
    if (field !== ALL) return this.markField(object, field, address, queue);
    for (const name of heap.properties.keys(object)) this.markField(object, name, address, queue);
    heap.properties.setEntry(heap.properties.makeExtras(object), heap.values.hiddenKey(RULE_KEY), rule);
    // Not before the commit: the flag is no part of the transaction.
    this.realm.unit().afterCommit.push(() => heap.space.setBits(object, ALL_EVENTUAL));
  }

  private makeQueue(object: number): number {
    const { properties, tables, values, fields, stm } = this.realm.heap;
    const extras = properties.makeExtras(object);
    const key = values.hiddenKey(QUEUE_KEY);
    const known = tables.find(extras, key);
    if (known !== 0) return fields.pointer(known + VALUE);
    const queue = this.contributions.makeQueue();
    stm.overwriteTagged(tables.add(extras, key) + VALUE, POINTER, queue);
    return queue;
  }

  private markField(object: number, name: Name, rule: number, queue: number): void {
    const { properties, stm } = this.realm.heap;
    let field = properties.find(object, name);
    if (field === 0) {
      properties.setPlain(object, name, undefined);
      field = properties.find(object, name);
      stm.overwriteTagged(field, EVENTUAL, this.makeRecord(absent, rule, queue, object));
    } else if (this.recordAt(field) === 0) {
      const value = this.realm.heap.values.load(field);
      stm.overwriteTagged(field, EVENTUAL, this.makeRecord(value, rule, queue, object));
    }
  }

  private makeRecord(value: unknown, rule: number, queue: number, object: number): number {
    const { space, stm, values } = this.realm.heap;
    const record = space.allocate(RECORD_BYTES);
    values.put(record, value);
    stm.putTagged(record + RULE, OBJECT_TAG, rule);
    space.store(record + QUEUE, queue);
    space.store(record + OBJECT, object);
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
    const { values, space } = this.realm.heap;
    this.loadRule(record + RULE);
    const made = this.begin(values.loadFixed(record), record, space.load(record + OBJECT), '');
    contributions.set(record, made);
    return made;
  }

  private begin(value: unknown, record: number, object: number, name: Name): Contribution {
    return { initial: this.own(value), value: this.own(value), record, object, name };
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
  private named(object: number, name: Name): Contribution {
    const { named } = this.realm.unit();
    let names = named.get(object);
    if (!names) named.set(object, (names = new Map()));
    let found = names.get(name);
    if (!found) names.set(name, (found = this.find(object, name)));
    return found;
  }

  private find(object: number, name: Name): Contribution {
    const field = this.realm.heap.properties.peek(object, name);
    const record = field === 0 ? 0 : this.recordAt(field);
    if (record !== 0) return this.contribution(record);
    this.loadRule(this.hidden(object, RULE_KEY));
    return this.begin(absent, 0, object, name);
  }

  /** The rule in a field. A handler asks for it early, while it can still wait for the accumulator's code. */
  private loadRule(field: number): Rule {
    const { values } = this.realm.heap;
    const address = this.addressIn(field);
    let rule = this.rules.get(address);
    if (!rule) {
      const [accumulate, identity] = [0, 1].map(i => values.loadFixed(bodyField(address, i)));
      rule = new Rule(accumulate as Accumulator, identity);
      this.rules.set(address, rule);
    }
    return rule;
  }

  /** The address of the object in a field that does not change. */
  private addressIn(field: number): number {
    const { stm } = this.realm.heap;
    stm.peek(field);
    return stm.payload();
  }

  /** After a collection: addresses may mean other rules now. */
  forget(): void {
    this.rules.clear();
  }

  private queueOf(object: number): number {
    return this.realm.heap.fields.peekPointer(this.hidden(object, QUEUE_KEY));
  }

  private hidden(object: number, key: string): number {
    const { fields, tables, values } = this.realm.heap;
    return tables.peek(fields.peekPointer(object + EXTRAS), values.hiddenKey(key)) + VALUE;
  }

  /** What a unit has changed. */
  changed({ contributions, named }: Unit): Contribution[] {
    if (contributions.size === 0 && named.size === 0) return [];
    const changed = [...contributions.values()].filter(isChanged);
    for (const names of named.values()) {
      for (const one of names.values()) if (one.record === 0 && isChanged(one)) changed.push(one);
    }
    return changed;
  }

  /** Steps E1 to E5 for what a unit has left; it has committed. Each counts the departure down when it is in. */
  contribute(contributions: readonly Contribution[], departure: number): void {
    const queues = new Map<number, number>();
    for (const { object, record, name, initial, value } of contributions) {
      const { space, values } = this.realm.heap;
      const made = this.contributions.make(record, departure, object);
      values.put(made + NAME, name);
      values.put(made + INITIAL, initial);
      values.put(made + FINAL, value);
      const queue = record === 0 ? this.queueOf(object) : space.load(record + QUEUE);
      push(space, queue, made);
      queues.set(queue, object);
    }
    for (const [queue, object] of queues) this.accumulate(queue, object);
  }

  /** Accumulates what is in an object's queue, unless another realm does. */
  accumulate(queue: number, object: number): void {
    const isLeft = drain(this.realm.space, queue, contribution => {
      const isIn = this.combine(contribution);
      if (isIn) this.realm.leaveDeparture(this.contributions.departure(contribution));
      return isIn;
    });
    if (!isLeft) this.realm.accumulateLater(object);
  }

  /** As accumulate, for an object's view. */
  accumulateFor(object: object): void {
    const address = Stamp.of(object);
    this.accumulate(this.queueOf(address), address);
  }

  /** Publishes the field's new value. False: code that this needs is not loaded in this realm. */
  private combine(contribution: number): boolean {
    return this.realm.loads(() => {
      const { values } = this.realm.heap;
      const record = this.recordOf(contribution);
      const { accumulate, identity: given } = this.loadRule(record + RULE);
      const fields = [record, contribution + INITIAL, contribution + FINAL];
      const found = [...fields.map(field => values.loadFixed(field)), given];
      const [global, initial, final, ownIdentity] = this.copies(found);
      const identity = identityOf(accumulate, ownIdentity);
      const present = (one: unknown) => (one === absent || one === undefined ? identity(final) : one);
      // From here on nothing is run again.
      try {
        const result: unknown = values.denied(() => accumulate(present(global), present(initial), final));
        values.publish(record, result);
      } catch (error) {
        this.realm.report('an accumulator', error);
      }
    });
  }

  /** The values, with shared objects, which do not change meanwhile, as copies. */
  private copies(found: unknown[]): unknown[] {
    if (!found.some(value => Stamp.of(value) !== 0)) return found;
    let copies: unknown[] = [];
    this.realm.atomically(() => {
      copies = found.map(value => this.own(value));
    });
    return copies;
  }

  /** The record of a contribution; made, with its field, if this is the first one to a field under '*'. */
  private recordOf(contribution: number): number {
    let record = this.contributions.record(contribution);
    if (record === 0) {
      this.realm.atomically(() => {
        record = this.findOrMakeRecord(contribution);
      });
    }
    return record;
  }

  private findOrMakeRecord(contribution: number): number {
    const { heap } = this.realm;
    const object = this.contributions.object(contribution);
    const name = heap.values.loadFixed(contribution + NAME) as Name;
    const field = heap.properties.find(object, name);
    const made = field === 0 ? 0 : this.recordAt(field);
    if (made !== 0) return made;
    const record = this.makeRecord(
      absent,
      this.addressIn(this.hidden(object, RULE_KEY)),
      this.queueOf(object),
      object,
    );
    heap.properties.setPlain(object, name, undefined);
    heap.stm.overwriteTagged(heap.properties.find(object, name), EVENTUAL, record);
    return record;
  }

  trace(record: number, marker: Marker): void {
    if (record === 0 || !marker.mark(record, RECORD_BYTES)) return;
    marker.field(record);
    marker.field(record + RULE);
    marker.object(this.realm.space.load(record + OBJECT));
    this.traceQueue(this.realm.space.load(record + QUEUE), marker);
  }

  traceQueue(queue: number, marker: Marker): void {
    this.contributions.trace(
      queue,
      marker,
      record => this.trace(record, marker),
      departure =>
        this.departures.trace(departure, marker, departing => this.realm.traceDeparture(departing, marker)),
    );
  }
}
