/**
 * Handlers, and the events that run them. An object's registrations are a shared array of pairs, function and flags, under a hidden key of its
 * own for each label; a handler that registers or emits reads and writes it as part of its transaction, so both take effect at
 * commit and in program order.
 */
import type { Handler, Placement } from '../api.js';
import { checkEvent, checkHandler } from '../contract/arguments.js';
import { EXTRAS } from '../heap/layout.js';
import { checkCount } from '../protocol/tasks.js';
import { VALUE } from '../heap/table.js';
import type { Reference } from './call.js';
import type { Realm } from './realm.js';
import type { Emissions, Handlers } from './unit.js';

const ONCE = 1;
const MAIN = 2;

export class Events {
  constructor(private readonly realm: Realm) {}

  on<T extends object>(
    target: T,
    label: string,
    handler: Handler<T>,
    placement?: Placement,
    isOnce = false,
  ): T {
    checkEvent(target, label);
    checkHandler(handler, placement);
    this.realm.heap.check(target);
    if (placement?.realm !== 'main') this.realm.checkFunction(handler);
    this.realm.defer(() => this.register(target, label, handler as Handler, placement, isOnce));
    return target;
  }

  private register(
    target: object,
    label: string,
    handler: Handler,
    placement: Placement | undefined,
    isOnce: boolean,
  ): void {
    const { heap } = this.realm;
    const address = heap.publish(target);
    this.realm.unit().emissionsOf(address, label).handlers = undefined;
    const { function: reference, isMainOnly } = this.realm.reference(handler, placement?.realm === 'main');
    const table = heap.properties.makeExtras(address);
    const key = heap.values.hiddenKey(label);
    const entry = heap.tables.find(table, key);
    const flags = (isOnce ? ONCE : 0) | (isMainOnly ? MAIN : 0);
    const added = [heap.view(reference), flags];
    if (entry === 0) heap.properties.setEntry(table, key, added);
    else (heap.values.load(entry + VALUE) as unknown[]).push(...added);
  }

  never<T extends object>(target: T, label: string): T {
    checkEvent(target, label);
    this.realm.defer(() => {
      const { heap } = this.realm;
      const address = heap.publish(target);
      this.realm.unit().emissionsOf(address, label).handlers = undefined;
      const extras = heap.fields.pointer(address + EXTRAS);
      if (extras === 0) return;
      const entry = heap.tables.find(extras, heap.values.hiddenKey(label));
      if (entry !== 0) heap.tables.remove(extras, entry);
    });
    return target;
  }

  emit<T extends object>(target: T, label: string, ...args: unknown[]): T {
    checkEvent(target, label);
    checkCount(`event '${label}'`, args);
    for (const arg of args) this.realm.heap.check(arg);
    const { scope } = this.realm.unit();
    this.realm.defer(() => this.deliver(target, label, args, scope));
    return target;
  }

  private deliver(target: object, label: string, args: readonly unknown[], scope: number): void {
    const { realm } = this;
    const address = realm.heap.publish(target);
    const unit = realm.unit();
    const emissions = unit.emissionsOf(address, label);
    emissions.isEmitted = true;
    const { references, name } = emissions.handlers ?? this.takeHandlers(emissions);
    for (const reference of references) {
      const task = realm.makeTask(reference, address, args, name, scope);
      emissions.tasks.push(task);
      unit.tasks.push(task);
    }
  }

  /** The handlers that an event runs. Removes the registrations for one event. */
  private takeHandlers(emissions: Emissions): Handlers {
    const { heap } = this.realm;
    const { target, label } = emissions;
    const references: Reference[] = [];
    const handlers = { references, name: heap.values.strings.intern(`the handler of '${label}'`) };
    const extras = heap.fields.pointer(target + EXTRAS);
    const entry = extras === 0 ? 0 : heap.tables.find(extras, heap.values.hiddenKey(label));
    emissions.handlers = handlers;
    if (entry === 0) return handlers;
    const list = heap.values.reference(entry + VALUE).value;
    const { elements } = heap.properties;
    const length = elements.length(list);
    for (let i = 0; i < length; i += 2) {
      const field = elements.find(list, i);
      const { isObject, value } = heap.values.reference(field);
      if (!isObject) continue;
      const flags = heap.fields.number(elements.find(list, i + 1));
      if (flags & ONCE) {
        heap.values.store(field, REMOVED);
        emissions.handlers = undefined;
      }
      references.push({ function: value, isLocal: false, isMainOnly: (flags & MAIN) !== 0 });
    }
    return handlers;
  }

  waitall<T extends object>(target: T, label: string, guard: Handler<T>, placement?: Placement): T {
    checkEvent(target, label);
    checkHandler(guard, placement);
    const { realm } = this;
    if (placement?.realm !== 'main') realm.checkFunction(guard);
    const { scope } = realm.unit();
    realm.defer(() => {
      const address = realm.heap.publish(target);
      const reference = realm.reference(guard, placement?.realm === 'main');
      const name = realm.heap.values.strings.intern(`the guard of '${label}'`);
      const task = realm.makeTask(reference, address, [], name, scope);
      realm.unit().emissionsOf(address, label).guards.push(task);
    });
    return target;
  }
}

/** Replaces a function that was registered for one event, after this event. */
const REMOVED = -1;
