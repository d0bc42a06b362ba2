/** Runs a program as it is written, transformed, and transformed with its closures shipped; the outputs must be equal. */
import assert from 'node:assert/strict';
import vm from 'node:vm';
import { tokenizer } from 'acorn';
import { nodeCode } from '../../src/node/code.js';
import { CodeRegistry } from '../../src/code/registry.js';
import { sequentialContract } from '../../src/compat/contract.js';
import { install, type Contract, type ModuleRecord } from '../../src/contract/contract.js';
import { transform, type Transformed } from '../../src/transform/index.js';

let count = 0;

export function rewrite(source: string, format: 'module' | 'commonjs' = 'commonjs'): Transformed {
  return transform(source, {
    hash: '',
    url: `file:///program${count++}.mjs`,
    format,
    isForeign: specifier => !specifier.startsWith('.'),
  });
}

/** A sequential contract whose closures can be shipped within this realm. */
export function shippingContract(
  records: Map<string, ModuleRecord>,
): Contract & { ship(f: Function): Function; registry: CodeRegistry } {
  const contract = sequentialContract();
  const registry = new CodeRegistry(contract, url => records.get(url), nodeCode);
  contract.module = (url, hash, tools) => registry.module(url, hash, tools);
  const made = new Map<Function, Function>();
  const ship = (f: Function): Function => {
    const known = made.get(f);
    if (known) return known;
    const described = registry.describe(f);
    if ('reason' in described) {
      if (described.reason.includes('no value yet')) return f;
      throw new Error(described.reason);
    }
    // A function that captures itself, directly or by others, is a cycle: captures are filled in after it is known.
    const captures: unknown[] = [];
    let inner: Function | undefined;
    const outer = function (this: unknown, ...args: unknown[]): unknown {
      inner ??= registry.make(described, captures, described.self);
      return new.target ? Reflect.construct(inner, args, inner) : Reflect.apply(inner, this, args);
    };
    made.set(f, outer);
    captures.push(...described.captures.map(value => (isOwnFunction(value) ? ship(value) : value)));
    inner ??= registry.make(described, captures, described.self);
    made.set(f, inner);
    return inner;
  };
  return Object.assign(contract, { ship, registry });
}

function shippedAtCall(contract: ReturnType<typeof shippingContract>, f: Function): Function {
  return function (this: unknown, ...args: unknown[]): unknown {
    return Reflect.apply(contract.ship(f), this, args);
  };
}

function isOwnFunction(value: unknown): value is Function {
  return typeof value === 'function' && Function.prototype.toString.call(value).includes('$quoll');
}

/** Runs a script; returns the texts that it passes to `print`. `tick` throws when the script has called it too often. */
function execute(code: string, ship: (f: Function) => Function): string[] {
  const lines: string[] = [];
  const print = (...values: unknown[]) => void lines.push(values.map(show).join(' '));
  let ticks = 0;
  const tick = () => {
    if (++ticks > 2000) throw new Error('out of time');
    return true;
  };
  try {
    Object.assign(globalThis, { print, ship, tick, box: { fuzz: 0 } });
    vm.compileFunction(code)();
  } catch (error) {
    lines.push(`threw ${error instanceof Error ? describe(error) : show(error)}`);
  }
  return lines;
}

/** If two variables have no value yet, the message may name either, so it does not count. */
function describe({ name, message }: Error): string {
  return name === 'ReferenceError' ? name : `${name}: ${message}`;
}

function show(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}/${value.length}`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Asserts that the transform does not change what `source` prints, and returns what it prints. Closures are shipped where
 * the program says so, or `late`, at each call: as at the end of a turn, when all that they capture has a value.
 */
export function assertSame(source: string, late = false): string[] {
  assertSameText(dense(source), late);
  return assertSameText(source, late);
}

/** The program as minifiers write it: without spaces that the language does not need. */
function dense(source: string): string {
  let text = '';
  let end = 0;
  for (const token of tokenizer(source, { ecmaVersion: 'latest', allowReserved: true })) {
    const gap = source.slice(end, token.start);
    const next = source.slice(token.start, token.end);
    const mayTouch = !/[\w$\\]\s[#\w$\\]|[\d]\s\.|([-+/])\s\1/.test(`${text.at(-1)} ${next[0]}`);
    text += (/\n/.test(gap) ? '\n' : gap === '' || mayTouch ? '' : ' ') + next;
    end = token.end;
  }
  return text + source.slice(end);
}

function assertSameText(source: string, late: boolean): string[] {
  const plain = execute(source, f => f);
  const transformed = rewrite(source);
  install(sequentialContract());
  assert.deepEqual(
    execute(transformed.code, f => f),
    plain,
    `transformed:\n${transformed.code}`,
  );
  const contract = shippingContract(new Map([[transformed.record.url, transformed.record]]));
  install(contract);
  const ship = late ? (f: Function) => shippedAtCall(contract, f) : contract.ship;
  assert.deepEqual(execute(transformed.code, ship), plain, `shipped:\n${transformed.code}`);
  assert.equal(
    transformed.code.split('\n').length,
    source.split('\n').length,
    'the transform changed line numbers',
  );
  return plain;
}
