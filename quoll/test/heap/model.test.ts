/** Random operations on shared objects and on plain ones, side by side, from two realms in turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Stamp } from '../../src/heap/stamp.js';
import { heapRealm, jsonOf, newHeapMemory } from './heaps.js';

// fast-check prints the seed of a failure.
const seed = process.env['QUOLL_SEED'];
const RUNS = { numRuns: 150, ...(seed !== undefined && { seed: Number(seed) }) };

/** `JSON.stringify` of the realm whose operation runs. */
let json: (value: unknown) => string = JSON.stringify;

type Target = Record<string, unknown>;
/** An operation on an object; what it returns must be the same on both. */
type Operation<T> = (object: T) => unknown;

const key = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    '__proto__',
    'constructor',
    'toString',
    '',
    '1',
    '10',
    '-1',
    '01',
    '4294967295',
  ),
  fc.string({ maxLength: 3 }),
);
const value = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.string(),
  fc.constantFrom(null, undefined),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.record({ x: fc.integer() }),
);

const recordOperation: fc.Arbitrary<Operation<Target>> = fc.oneof(
  fc.tuple(key, value).map(
    ([k, v]) =>
      (o: Target) =>
        void Object.defineProperty(o, k, { ...DATA, value: structuredClone(v) }),
  ),
  key.map(k => (o: Target) => (Object.hasOwn(o, k) ? o[k] : 'none')),
  key.map(k => (o: Target) => delete o[k]),
  key.map(k => (o: Target) => k in o),
  fc.constant((o: Target) => Object.keys(o)),
  fc.constant((o: Target) => json(o)),
  fc.constant((o: Target) => Object.entries({ ...o })),
);

const DATA = { writable: true, enumerable: true, configurable: true };

const index = fc.integer({ min: 0, max: 70 });
const arrayOperation: fc.Arbitrary<Operation<unknown[]>> = fc.oneof(
  fc.array(value, { maxLength: 40 }).map(vs => (a: unknown[]) => a.push(...structuredClone(vs))),
  fc.constant((a: unknown[]) => a.pop()),
  fc.constant((a: unknown[]) => a.shift()),
  value.map(v => (a: unknown[]) => a.unshift(structuredClone(v))),
  fc.tuple(index, value).map(
    ([i, v]) =>
      (a: unknown[]) =>
        void (a[i] = structuredClone(v)),
  ),
  index.map(i => (a: unknown[]) => a[i]),
  index.map(i => (a: unknown[]) => delete a[i]),
  index.map(n => (a: unknown[]) => void (a.length = n)),
  fc.tuple(index, fc.integer({ min: 0, max: 5 }), value).map(
    ([i, n, v]) =>
      (a: unknown[]) =>
        a.splice(i, n, structuredClone(v)),
  ),
  fc.constant((a: unknown[]) => [...a.reverse()]),
  fc.constant((a: unknown[]) => a.map(v => typeof v)),
  fc.constant((a: unknown[]) => a.indexOf(0)),
  fc.constant((a: unknown[]) => json(a.concat(a, 1))),
  fc.constant((a: unknown[]) => Object.keys(a)),
  fc.constant((a: unknown[]) => a.length),
);

const mapKey = fc.oneof(
  fc.integer({ min: 0, max: 30 }),
  fc.constantFrom(Number.NaN, -0, 'a', null, undefined),
);
const mapOperation: fc.Arbitrary<Operation<Map<unknown, unknown>>> = fc.oneof(
  fc.tuple(mapKey, value).map(
    ([k, v]) =>
      (m: Map<unknown, unknown>) =>
        m.set(k, structuredClone(v)).size,
  ),
  mapKey.map(k => (m: Map<unknown, unknown>) => m.get(k)),
  mapKey.map(k => (m: Map<unknown, unknown>) => m.has(k)),
  mapKey.map(k => (m: Map<unknown, unknown>) => m.delete(k)),
  fc.constant((m: Map<unknown, unknown>) => [...m.keys()]),
  fc.constant((m: Map<unknown, unknown>) => json([...m])),
);

/** Performs the operations on `plain` and, in two realms in turn, on the shared object; compares all results. */
function compare<T extends object>(plain: T, published: T, operations: Operation<T>[]): void {
  const memory = newHeapMemory();
  const main = heapRealm('wasm', memory, 1, true);
  const worker = heapRealm('wasm', memory, 2);
  const address = main.atomically(() => main.heap.publish(published));
  operations.forEach((operation, i) => {
    const realm = i % 2 === 0 ? worker : main;
    const expected = text(operation(plain));
    const actual = realm.atomically(() => {
      json = jsonOf(realm.heap);
      const view = realm.heap.view(address);
      const full = view instanceof Map ? view : realm.heap.full.of(view);
      return text(operation(full as T));
    });
    assert.equal(actual, expected, `operation ${i}: ${operation}`);
  });
}

/** A result as text, the same for a view and a plain object. */
function text(result: unknown): string {
  if (Stamp.of(result) !== 0 || typeof result === 'object') return json(result);
  return Object.is(result, -0) ? '-0' : String(result);
}

test('records behave as plain objects', () => {
  fc.assert(
    fc.property(
      fc.dictionary(key, value, { maxKeys: 8 }),
      fc.array(recordOperation, { maxLength: 40 }),
      (start, ops) => compare<Target>(structuredClone(start), structuredClone(start), ops),
    ),
    RUNS,
  );
});

test('arrays behave as plain arrays', () => {
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 40 }),
      fc.array(arrayOperation, { maxLength: 40 }),
      (start, ops) => compare<unknown[]>(structuredClone(start), structuredClone(start), ops),
    ),
    RUNS,
  );
});

test('Maps behave as plain Maps', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(mapKey, value), { maxLength: 20 }),
      fc.array(mapOperation, { maxLength: 60 }),
      (start, ops) =>
        compare<Map<unknown, unknown>>(new Map(structuredClone(start)), new Map(structuredClone(start)), ops),
    ),
    RUNS,
  );
});
