/**
 * Eventual fields. A field marked eventual holds the address of its record:
 *
 *   0    field: the value, written by the holder of the object's lock only
 *   16   field: its rule, and 32 field: its name, which do not change
 *   48   the object's queue of contributions (contributions.ts), and 52 the object
 *
 * A handler works on its own value of the field, a snapshot from the first access. When the handler has
 * committed, it contributes this value; some realm accumulates it with the value in the record, one
 * contribution to the object at a time, and the handler itself never runs again for it. Under '*' an absent
 * field is looked up without any dependency, and added with its first contribution.
 */
import type { Accumulator, EventualKind } from '../api.js';
import { checkEventual } from '../contract/arguments.js';
import { identityOf } from '../eventual.js';
import { ALL_EVENTUAL, ARRAY, bodyField, EXTRAS, RECORD } from '../heap/layout.js';
import { indexOf } from '../heap/properties.js';
import type { Marker } from '../heap/marking.js';
import type { Name } from '../heap/shapes.js';
import { Stamp } from '../heap/stamp.js';
import { VALUE } from '../heap/table.js';
import { absent, type EventualFields } from '../heap/values.js';
import type { Realm } from './realm.js';
import { EVENTUAL_READERS, EVENTUAL_ROUNDS } from '../protocol/control.js';
import { EVENTUAL, OBJECT as OBJECT_TAG, POINTER } from '../stm/tags.js';
import { Contributions, drain, FINAL, INITIAL, MOST_FIELDS, NAME, push } from './contributions.js';
import type { Departures } from './departures.js';
import { type Change, type OwnFields, OwnValues } from './own-values.js';

const RULE = 16;
const NAME_FIELD = 32;
const QUEUE = 48;
const OBJECT = 52;
const RECORD_BYTES = 56;
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

/** The form of a rule in this realm. */
interface KnownRule {
  readonly accumulate: Accumulator | EventualKind;
  /** The identity that the program gave. */
  readonly given: unknown;
  /** Whether it joins changes, if that is known. */
  joins: boolean | undefined;
}

/** For how many fields of one object a realm caches the places. */
const MOST_PLACES = 50_000;

/** A unit's contribution to the fields of one object. */
export interface Contributed {
  readonly object: number;
  readonly changes: readonly Change[];
}

export class Eventual implements EventualFields {
  private readonly contributions: Contributions;
  /** Rules by their addresses. */
  private readonly rules = new Map<number, KnownRule>();
  /** The addresses of fields under '*', by object and name. */
  private readonly places = new Map<number, Map<Name, number>>();

  constructor(
    private readonly realm: Realm,
    private readonly departures: Departures,
  ) {
    this.contributions = new Contributions(realm.space);
  }

  mark(target: object, field: string, accumulator: Accumulator | EventualKind, identity: unknown): void {
    checkEventual(target, field, accumulator);
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
    // This waits for the commit, because the flag is no part of the transaction.
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
      stm.overwriteTagged(field, EVENTUAL, this.makeRecord(undefined, name, rule, queue, object));
      this.realm.heap.memo.forget(field);
    } else if (this.recordAt(field) === 0) {
      const value = this.realm.heap.values.load(field);
      stm.overwriteTagged(field, EVENTUAL, this.makeRecord(value, name, rule, queue, object));
      this.realm.heap.memo.forget(field);
    }
  }

  private makeRecord(value: unknown, name: Name, rule: number, queue: number, object: number): number {
    const { space, stm, values } = this.realm.heap;
    const record = space.allocate(RECORD_BYTES);
    values.put(record, value);
    values.put(record + NAME_FIELD, name);
    stm.putTagged(record + RULE, OBJECT_TAG, rule);
    space.store(record + QUEUE, queue);
    space.store(record + OBJECT, object);
    return record;
  }

  /** The record of an eventual field; 0 if the field is not eventual. */
  private recordAt(field: number): number {
    const { stm } = this.realm.heap;
    const number = stm.peek(field);
    return number !== number && stm.tag() === EVENTUAL ? stm.payload() : 0;
  }

  load(record: number): unknown {
    const { object, name } = this.placeOf(record);
    return this.fieldsWith(object, name, record).get(name);
  }

  store(record: number, value: unknown): void {
    const { object, name } = this.placeOf(record);
    this.fieldsWith(object, name, record).set(name, value);
  }

  private placeOf(record: number): { object: number; name: Name } {
    const { values, space } = this.realm.heap;
    return { object: space.load(record + OBJECT), name: values.loadFixed(record + NAME_FIELD) as Name };
  }

  getNamed(object: number, name: Name): unknown {
    return this.fieldsWith(object, name).get(name);
  }

  setNamed(object: number, name: Name, value: unknown): void {
    const fields = this.fieldsWith(object, name);
    // The handler sees the new length of an array at once, so that is a change in its transaction.
    if (this.realm.heap.properties.kind(object) === ARRAY && fields.get(name) === absent) {
      const record = this.findOrMakeRecord(name, object);
      fields.remove(name, false);
      fields.begin(name, absent, absent, record);
    }
    fields.set(name, value);
  }

  deleteNamed(object: number, name: Name): void {
    const isAll = (this.realm.space.load(object) & ALL_EVENTUAL) !== 0;
    if (isAll || this.realm.unit().eventual) this.fieldsOf(object).remove(name, isAll);
  }

  addedTo(object: number): Name[] {
    return this.realm.unit().eventual?.of(object, this.holderOf).added() ?? [];
  }

  private fieldsOf(object: number): OwnFields {
    return (this.realm.unit().eventual ??= this.kept ?? new OwnValues()).of(object, this.holderOf);
  }

  /**
   * The program outside of handlers keeps views for longer than a turn, so views of the main realm hold no
   * own values.
   */
  private readonly holderOf = (object: number): object => {
    const { heap, isMain } = this.realm;
    const view = heap.view(object);
    const isHolder = !isMain && heap.properties.kind(object) === RECORD && !heap.kept.has(view);
    return isHolder ? view : (Object.create(null) as object);
  };

  /**
   * The own values of an object, including that of the field. A field that was absent at the first access
   * stays absent for this unit.
   */
  private fieldsWith(object: number, name: Name, known?: number): OwnFields {
    const fields = this.fieldsOf(object);
    if (fields.has(name)) return fields;
    if (this.realm.isMain) this.noteReader();
    const record = known ?? this.recordOfName(object, name);
    const rule = this.loadRule(record === 0 ? this.hidden(object, RULE_KEY) : record + RULE);
    rule.joins ??= (rule.accumulate as Partial<EventualKind>).joins === true;
    if (!rule.joins) this.realm.unit().eventual!.joins = false;
    const value = record === 0 ? absent : this.realm.heap.values.loadFixed(record);
    fields.begin(name, this.own(value), this.own(value), record);
    return fields;
  }

  /** Notifies workers that the main realm reads eventual fields. */
  private noteReader(): void {
    const unit = this.realm.unit();
    if (unit.readsEventual) return;
    unit.readsEventual = true;
    this.realm.space.add(EVENTUAL_READERS, 1);
  }

  /** The own values with which successive handlers of a worker continue. */
  kept: OwnValues | undefined;

  /** A container as the handler's own copy. */
  private own(value: unknown): unknown {
    return Stamp.of(value) === 0 || typeof value === 'function'
      ? value
      : this.realm.heap.full.copy(value as object);
  }

  /** The record of a field under '*', 0 if the object has no such field. */
  private recordOfName(object: number, name: Name): number {
    let places = this.places.get(object);
    if (!places) this.places.set(object, (places = new Map()));
    const place = places.get(name);
    // A field that has been removed holds no record.
    const record = place === undefined ? 0 : this.recordAt(place);
    if (record !== 0) return record;
    const field = this.realm.heap.properties.peek(object, name);
    if (field === 0) return 0;
    if (places.size >= MOST_PLACES) places.clear();
    places.set(name, field);
    return this.recordAt(field);
  }

  /** The rule in a field. A handler reads it early, while it can still wait for the accumulator's code. */
  private loadRule(field: number): KnownRule {
    const { values } = this.realm.heap;
    const address = this.addressIn(field);
    let rule = this.rules.get(address);
    if (!rule) {
      const [accumulate, identity] = [0, 1].map(i => values.loadFixed(bodyField(address, i)));
      rule = { accumulate: accumulate as Accumulator | EventualKind, given: identity, joins: undefined };
      this.rules.set(address, rule);
    }
    return rule;
  }

  /** The address of the object in a field that does not change. */
  private addressIn(field: number): number {
    return this.realm.heap.tables.targetOf(field);
  }

  /** After a collection: addresses may mean other rules and fields now. */
  forget(): void {
    this.rules.clear();
    this.places.clear();
  }

  private queueOf(object: number): number {
    return this.realm.heap.fields.peekPointer(this.hidden(object, QUEUE_KEY));
  }

  private hidden(object: number, key: string): number {
    const { fields, tables, values } = this.realm.heap;
    return tables.peek(fields.peekPointer(object + EXTRAS), values.hiddenKey(key)) + VALUE;
  }

  /**
   * Enqueues the contributions of a unit that has committed. Each part counts down the unit's departure when
   * it has been accumulated.
   */
  take(eventual: OwnValues): Contributed[] {
    const parts: Contributed[] = [];
    for (const [object, changes] of eventual.take()) {
      for (let i = 0; i < changes.length; i += MOST_FIELDS)
        parts.push({ object, changes: changes.slice(i, i + MOST_FIELDS) });
    }
    return parts;
  }

  /** Steps E1 to E5. */
  contribute(parts: readonly Contributed[], departure: number): void {
    const queues = new Map<number, number>();
    for (const { object, changes } of parts) {
      const made = this.contributions.make(object, departure, changes.length);
      changes.forEach((change, i) => this.putEntry(this.contributions.entry(made, i), change));
      const queue = this.queueOf(object);
      push(this.realm.space, queue, made);
      queues.set(queue, object);
    }
    for (const [queue, object] of queues) this.accumulate(queue, object);
  }

  private putEntry(entry: number, { record, name, initial, final }: Change): void {
    const { values } = this.realm.heap;
    this.contributions.setRecord(entry, record);
    if (record === 0) values.put(entry + NAME, name);
    values.put(entry + INITIAL, initial);
    values.put(entry + FINAL, final);
  }

  /** Accumulates the contributions in an object's queue, unless another realm does so. */
  accumulate(queue: number, object: number): void {
    const isLeft = drain(this.realm.space, queue, contribution => {
      this.makeMissing(contribution, object);
      const isIn = this.contributions.each(contribution, entry => this.combine(entry));
      if (isIn) {
        this.realm.space.add(EVENTUAL_ROUNDS, 1);
        this.realm.leaveDeparture(this.contributions.departure(contribution));
      }
      return isIn;
    });
    if (!isLeft) this.realm.accumulateLater(object);
  }

  /** As accumulate, for an object's view. */
  accumulateFor(object: object): void {
    const address = Stamp.of(object);
    this.accumulate(this.queueOf(address), address);
  }

  /** Publishes the field's new value. Returns false if code that this needs is not loaded in this realm. */
  private combine(entry: number): boolean {
    return this.realm.loads(() => {
      const { values } = this.realm.heap;
      const record = this.contributions.record(entry);
      const { accumulate, given } = this.loadRule(record + RULE);
      const found = [record, entry + INITIAL, entry + FINAL].map(field => values.loadFixed(field));
      const [global, initial, final, ownIdentity] = this.copies([...found, given]);
      const identity = identityOf(accumulate, ownIdentity);
      const present = (one: unknown) => (one === absent || one === undefined ? identity(final) : one);
      // After this point nothing is retried.
      try {
        const result: unknown = values.denied(() => accumulate(present(global), present(initial), final));
        values.publish(record, result);
      } catch (error) {
        this.realm.report(`the accumulator of '${String(values.loadFixed(record + NAME_FIELD))}'`, error);
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

  /** Makes the fields, with their records, to which this is the first contribution under '*'. */
  private makeMissing(contribution: number, object: number): void {
    const missing = this.contributions.entriesWithoutRecord(contribution);
    if (missing.length === 0) return;
    let records: number[] = [];
    this.realm.atomically(() => {
      records = missing.map(entry =>
        this.findOrMakeRecord(this.realm.heap.values.loadFixed(entry + NAME) as Name, object),
      );
    });
    missing.forEach((entry, i) => this.contributions.setRecord(entry, records[i]!));
  }

  private findOrMakeRecord(name: Name, object: number): number {
    const { properties, tables, values, stm } = this.realm.heap;
    const kind = properties.kind(object);
    const index = kind === ARRAY ? indexOf(name) : -1;
    if (index >= 0) {
      const field = properties.elements.make(object, index);
      // With a dependency: another handler may make the element, too.
      const number = stm.read(field);
      const isMade = number !== number && stm.tag() === EVENTUAL;
      return isMade ? stm.payload() : this.makeElement(object, name, index, field);
    }
    const isRecord = kind === RECORD;
    const inShape = isRecord ? this.realm.heap.kindOf(object).find(object, name) : 0;
    if (inShape !== 0 && this.recordAt(inShape) !== 0) return this.recordAt(inShape);
    const extras = properties.makeExtras(object);
    const key = values.key(name);
    const found = tables.find(extras, key);
    const known = found === 0 ? 0 : this.recordAt(found + VALUE);
    if (known !== 0) return known;
    const record = this.makeMissingRecord(name, object);
    stm.overwriteTagged((found || tables.add(extras, key)) + VALUE, EVENTUAL, record);
    return record;
  }

  private makeElement(array: number, name: Name, index: number, field: number): number {
    const { memo, properties, stm } = this.realm.heap;
    const record = this.makeMissingRecord(name, array);
    stm.overwriteTagged(field, EVENTUAL, record);
    memo.forget(field);
    properties.elements.include(array, index);
    return record;
  }

  private makeMissingRecord(name: Name, object: number): number {
    const rule = this.addressIn(this.hidden(object, RULE_KEY));
    return this.makeRecord(absent, name, rule, this.queueOf(object), object);
  }

  trace(record: number, marker: Marker): void {
    if (record === 0 || !marker.mark(record, RECORD_BYTES)) return;
    marker.field(record);
    marker.field(record + RULE);
    marker.field(record + NAME_FIELD);
    marker.object(this.realm.space.load(record + OBJECT));
    this.traceQueue(this.realm.space.load(record + QUEUE), marker);
  }

  traceQueue(queue: number, marker: Marker): void {
    this.contributions.trace(
      queue,
      marker,
      record => this.trace(record, marker),
      departure =>
        this.departures.trace(departure, marker, departing =>
          this.realm.tracing.departure(departing, marker),
        ),
    );
  }
}
