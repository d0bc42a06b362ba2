/** The contract of rewritten code, over a realm and its shared heap. */
import { Mirrored } from '../heap/mirrors.js';
import type { Api } from '../api.js';
import type { CodeRegistry } from '../code/registry.js';
import { eventCalls } from '../contract/calls.js';
import { Events } from '../events/events.js';
import { patterns } from '../events/patterns.js';
import { isIndex } from '../heap/properties.js';
import type { Name } from '../heap/shapes.js';
import { deleteProperty, getOwnPropertyDescriptor, ownKeys } from '../heap/raw.js';
import { Stamp } from '../heap/stamp.js';
import { absent } from '../heap/values.js';
import { ARRAY } from '../heap/layout.js';
import type { Contract, Host } from '../contract/contract.js';
import { calling, holding } from './passing.js';
import { blame } from '../contract/stack.js';
import { refuseChange } from '../heap/closing.js';
import { inWordsOfProgram } from '../contract/messages.js';
import { elementsOf, keysOf, type Walk } from '../contract/loops.js';
import { steps } from '../contract/walks.js';
import { partsOf, wholesLater, wholesOf } from '../contract/needs.js';
import { replaceCallbacks } from '../heap/promising.js';
import { Resources } from '../contract/resources.js';
import type { Realm } from './realm.js';

type Keyed = Record<PropertyKey, unknown>;

/** The API of a realm. */
export function apiOf(realm: Realm): Api {
  const events = new Events(realm);
  return {
    on: (target, label, handler, placement) => events.on(target, label, handler, placement),
    once: (target, label, handler, placement) => events.on(target, label, handler, placement, true),
    never: (target, label) => events.never(target, label),
    emit: (target, label, ...args) => events.emit(target, label, ...args),
    waitall: (target, label, guard, placement) => events.waitall(target, label, guard, placement),
    markEventual: (target, field, accumulator, identity) => {
      realm.eventual.mark(target, field, accumulator, identity);
      return target;
    },
    ...patterns(realm),
  };
}

/**
 * The functions that rewritten code calls in this realm. `registry` is made after the contract; `code`
 * returns it. `exported`: the functions of the API that the program imports, which take functions as they are.
 */
export function parallelContract(
  realm: Realm,
  api: Api,
  host: Host,
  code: () => CodeRegistry,
  exported: readonly unknown[] = [],
): Contract {
  const { heap } = realm;
  const { properties, full } = heap;
  const isArray = (address: number) => properties.kind(address) === ARRAY;
  const own = (address: number, key: PropertyKey): unknown => {
    if (typeof key === 'number' && isArray(address) && isIndex(key)) return properties.element(address, key);
    const name = typeof key === 'symbol' ? key : String(key);
    if (name === 'length' && isArray(address)) return properties.elements.length(address);
    return properties.get(address, name);
  };
  const get = (object: unknown, key: PropertyKey, isRead?: boolean, found?: unknown): unknown => {
    const address = Stamp.of(object);
    const value = address === 0 ? absent : own(address, key);
    return value !== absent ? value : isRead ? found : (object as Keyed)[key];
  };
  // As get, for the most frequent accesses in loops: these functions are short enough for the engine to inline them.
  const nil = (object: unknown, key: PropertyKey, found: unknown): unknown => {
    const address = typeof key === 'number' ? Stamp.ofIndexed(object) : 0;
    const value = address === 0 ? absent : properties.remembered(address, key as number);
    return value === absent ? get(object, key, found === null || key !== 'length', found) : value;
  };
  const size = (object: unknown, found: unknown): unknown => {
    const address = Stamp.ofIndexed(object);
    return address !== 0 && isArray(address)
      ? properties.elements.length(address)
      : get(object, 'length', true, found);
  };
  heap.buffers.wanted = address => realm.stopFor({ kind: 'buffer', address });
  heap.buffers.elsewhere = () => realm.needsMain('a change of an ArrayBuffer that the main thread has');
  heap.kept.elsewhere = () => realm.needsMain('a change of the properties of an object that a package holds');
  const fullOf = (object: unknown): unknown =>
    Stamp.of(object) === 0 || typeof object === 'function' ? object : full.of(object as object);
  const wholeOf = (object: unknown): unknown => held.open(fullOf(object));
  const ofHost = new Set([host, host.console].flatMap(holder => Object.values(holder) as unknown[]));
  const ofApi = new Set(exported);
  const isOwn = (f: Function) =>
    heap.natives.has(f) ||
    Mirrored.behind(f) !== f ||
    Stamp.of(f) !== 0 ||
    ofHost.has(f) ||
    ofApi.has(f) ||
    steps.has(f) ||
    code().isOwn(f);
  heap.membrane.origins = {
    isOwn: f => isOwn(heap.natives.targetOf(f)),
    isProgram: f => code().isProgram(heap.natives.targetOf(f)),
  };
  // A call of a Proxy calls its trap, or its target. Who knows neither takes both for foreign.
  heap.natives.proxied = (made, target, handler) => {
    code().host.proxies?.add(made);
    if (typeof made !== 'function') return;
    const { isOwn, isProgram } = heap.membrane.origins;
    const f = handler.apply ?? handler.construct ?? target;
    if (typeof f === 'function' && (isProgram(f) || (isOwn(f) && isOwn(target as Function))))
      code().adopt(made);
  };
  const called = calling(
    heap,
    wholeOf,
    iterable => each(iterable),
    get,
    f => realm.callbackOf(f),
    f => code().adopt(f),
  );
  if (realm.isMain)
    replaceCallbacks(
      () => realm.hasTurnsOfPromises,
      f => (typeof f === 'function' && heap.membrane.origins.isOwn(f) ? realm.callbackOf(f) : f),
    );
  const held = holding(heap, fullOf);
  const each = (iterable: unknown, walk?: Walk): unknown =>
    held.iterate(iterable) === iterable
      ? elementsOf(iterable, get, walk)
      : held.iterate(heap.membrane.hold(elementsOf(iterable, get, walk) as object));
  return {
    probing: false,
    module: (url, hash, tools) => code().module(url, hash, tools),
    cell: value => ({ v: value }),
    nil,
    put(object, key, value) {
      const address = Stamp.of(object);
      // The properties of a function are its own, or accessors.
      if (address === 0 || typeof object === 'function') return false;
      if (typeof key === 'string' && hasAccessor(object as object, key)) return false;
      if (typeof key === 'number' && isArray(address) && isIndex(key)) {
        properties.setElement(address, key, value);
      } else if (typeof key === 'string' && key !== '__proto__' && properties.isPlain(address)) {
        properties.set(address, key, value);
      } else {
        const isSet = Reflect.set(full.of(object as object), key, value);
        if (!isSet) throw blame(() => new TypeError(`the property ${String(key)} cannot be assigned`));
      }
      return true;
    },
    settled(object, value = object) {
      const address = typeof object === 'object' ? Stamp.of(object) : 0;
      if (address !== 0) settle(object as object, (name, own) => properties.set(address, name, own));
      return value;
    },
    size,
    keys: object => keysOf(object, fullOf),
    each,
    full: wholeOf,
    parts: (object, need) => partsOf(object, need, wholeOf, each),
    wholes: (iterable, need) => wholesOf(each(iterable), wholeOf, need, each),
    wholesLater: (iterable, need) => wholesLater(iterable as AsyncIterable<unknown>, wholeOf, need, each),
    ...called,
    ...held,
    own: value => inWordsOfProgram(held.own(value)),
    none: Symbol('none'),
    call: eventCalls(
      {
        ...api,
        mapred: (array: never, map: never, reduce: never) => api.mapReduce(array, map, reduce),
      },
      (method, target, args) =>
        called.back(Reflect.apply(method, target, called.toAll(method, args)), method),
    ),
    api,
    host,
    changing: object => object,
    changingSloppy: (object, key, removes) => {
      refuseChange(object, key, removes);
      return object;
    },
    live: () => realm.live(),
    part: () => realm.part(),
    resources: () => new Resources(),
    needsMain: what => realm.needsMain(what),
  };
}

/**
 * Whether a view certainly has an accessor of ours. An assignment calls it faster than the run time finds the property, because the engine remembers
 * where it is. The language itself has `length` and `lastIndex` as properties of views.
 */
function hasAccessor(view: object, name: string): boolean {
  return name in view && !(name in Object.prototype) && name !== 'length' && name !== 'lastIndex';
}

/** Moves the properties to a shared object that the engine has added to its view, whose prototype has accessors. */
function settle(view: object, set: (name: Name, value: unknown) => void): void {
  for (const name of ownKeys(view)) {
    const property = getOwnPropertyDescriptor(view, name)!;
    if (!('value' in property)) continue;
    deleteProperty(view, name);
    set(name, property.value);
  }
}
