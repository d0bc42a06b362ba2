/**
 * Random values, and calls of what prints, copies or compares them: shared objects, and plain ones that hold shared ones. Each case is the
 * text of an expression over `w.c`, a list of shared values.
 *
 * Not among them: classes with methods or static properties, which Node lists as accessors once instances are shared and `showHidden` is set.
 */
import { Random } from './hostile.js';

/** The declarations that cases need. */
const DECLARATIONS = `
import assert from 'node:assert'; import { Console } from 'node:console'; import { Writable } from 'node:stream';
const limit = Error.stackTraceLimit; Error.stackTraceLimit = 0;
class MyError extends Error { constructor(m) { super(m); this.at = 1; } get name() { return 'MyError'; } }
class Point { constructor(x, y) { this.x = x; this.y = y; } get both() { return [this.x, this.y]; } }
class Sub extends Point { constructor(x, y) { super(x, y); this.z = 3; } }
class Tagged { constructor(t) { this.t = t; } get [Symbol.toStringTag]() { return 'TAG'; } }
class Both { constructor(v) { this.v = v; } get twice() { return 2; } set twice(x) {} }
class Custom { constructor(v) { this.v = v; } [util.inspect.custom](depth, options) { return depth < 0 ? '[deep]' : { custom: this.v, depth, o: Object.keys(options).length }; } }
class Texted { constructor(v) { this.v = v; } [util.inspect.custom](depth, options, inspect) { return 'T<' + inspect(this.v, options) + '>'; } }
const cyclic = o => { o.self = o; o.in = [o, { o }]; return o; };
const tail = v => { let o = { v }; for (let i = 0; i < 6; i++) o = { o, i }; return o; };
const argumentsOf = function () { return arguments; };
const printed = (method, ...args) => {
  let text = '';
  const stream = new Writable({ decodeStrings: false, write(more, _, done) { text += more; done(); } });
  new Console({ stdout: stream, stderr: stream })[method](...args);
  return text;
};
const failure = f => { try { f(); return 'none'; } catch (e) { return e.name + e.code + e.message; } };`;

const PRIMITIVES = [
  ...['1', '-0', '1.5', '123456789.123', 'NaN', "''", "'it\\'s'", "'a\\nb\"c'", "'x'.repeat(130)", 'null'],
  ...["'line\\n'.repeat(6)", 'true', 'undefined', '12345678901n', "Symbol.for('reg')", "'\\u{1F600}é'"],
];
const KEYS = [
  ...[
    'a',
    'b',
    "'d-e'",
    '0',
    '7',
    "'-1'",
    "[Symbol.for('k')]",
    "''",
    'toString2',
    "'long key'",
    'size',
    'name',
  ],
  ...['message', "'\\n'"],
];
const NATIVE = [
  ...[
    'new Date(5)',
    'new Date(NaN)',
    '/a\\/b/gi',
    "new Error('msg')",
    "new MyError('own')",
    'new Float64Array(3)',
  ],
  ...["new AggregateError([new Error('i')], 'all')", 'new Uint8Array([1, 2, 3])', 'new BigInt64Array([1n])'],
  ...[
    'new ArrayBuffer(6)',
    'new DataView(new ArrayBuffer(2))',
    '(a, b) => a',
    'function named() {}',
    'Math.max',
  ],
];
const UNSHARED = [
  ...[
    'new Boolean(false)',
    'Object(1n)',
    "new String('abc')",
    "Symbol('local')",
    'new WeakSet()',
    'new WeakMap()',
  ],
];
const OPTIONS: readonly [name: string, values: readonly string[]][] = [
  ['depth', ['0', '1', '2', '5', 'null']],
  ['colors', ['true']],
  ['compact', ['true', 'false', '1', '0', '5']],
  ['sorted', ['true']],
  ['getters', ['true', "'get'", "'set'"]],
  ['maxArrayLength', ['0', '1', '3', 'null']],
  ['maxStringLength', ['0', '5', 'null']],
  ['breakLength', ['20', '80', 'Infinity']],
  ['numericSeparator', ['true']],
  ['showHidden', ['true']],
  ['customInspect', ['false']],
  ['showProxy', ['true']],
];

/** The options with which Node lists hidden properties of objects that could describe themselves. */
const LISTING = new Set(['showHidden', 'customInspect']);

class Values {
  constructor(
    readonly random: Random,
    private readonly count: number,
  ) {}

  /** A value that may be shared. */
  shared(depth: number): string {
    if (depth === 0) return this.random.of(PRIMITIVES);
    const inner = () => this.shared(depth - 1);
    const { random } = this;
    return random.of([
      ...this.common(inner),
      () => random.of(PRIMITIVES),
      () => random.of(NATIVE),
      () =>
        `Array.from({ length: ${random.of([7, 27, 101])} }, (_, i) => ${random.of(['i', 'i * 1000.5', '[i]'])})`,
      () => `Object.assign(new TypeError('t'), { code: 'E', extra: ${inner()} })`,
      () => `Object.assign(Object.create(null), ${this.object(inner)})`,
      () => `new Tagged(${inner()})`,
      () => `new Both(${inner()})`,
      () => `tail(${inner()})`,
      () => `(x => [x, x, { x }])(${inner()})`,
    ])();
  }

  /** A value that a handler makes, often over shared ones. */
  local(depth: number): string {
    const { random } = this;
    if (random.below(3) === 0) return `w.c[${random.below(this.count)}]`;
    if (depth === 0) return random.of(PRIMITIVES);
    const inner = () => this.local(depth - 1);
    return random.of([
      ...this.common(inner),
      () => random.of(UNSHARED),
      () =>
        `Object.create({ up: 1 }, { hidden: { value: ${inner()} }, seen: { value: ${inner()}, enumerable: true } })`,
      () =>
        `{ get g() { return ${inner()}; }, set g(x) {}, get only() { return 1; }, set [Symbol.for('q')](x) {} }`,
      () => 'new Proxy({ a: 1 }, {})',
      () => `Object.freeze([${inner()}])`,
      () => `${this.map(inner)}.${random.of(['entries', 'keys', 'values'])}()`,
      () => `${this.set(inner)}.${random.of(['entries', 'values'])}()`,
      () => `[${inner()}].values()`,
      () => `argumentsOf(${inner()})`,
      () => `w.m.${random.of(['entries', 'keys', 'values'])}()`,
      () => `w.s.${random.of(['entries', 'values'])}()`,
    ])();
  }

  /** Options to print values. The hidden properties of some classes would have methods among them. */
  options(text: string): string {
    const isListed = /Custom|Texted/.test(text);
    const some = OPTIONS.filter(([name]) => this.random.below(5) === 0 && !(isListed && LISTING.has(name)));
    return `{ ${some.map(([name, values]) => `${name}: ${this.random.of(values)}`).join(', ')} }`;
  }

  private common(inner: () => string): (() => string)[] {
    const { random } = this;
    return [
      () => this.object(inner),
      () => this.object(inner),
      () => `[${this.some(4, () => (random.below(10) === 0 ? '' : inner()))}]`,
      () => `Object.assign([${this.some(2, inner)}], ${this.object(inner)})`,
      () => this.map(inner),
      () => this.set(inner),
      () => `new RangeError('m\\nn', { cause: ${inner()} })`,
      () => `new ${random.of(['Point', 'Sub'])}(${inner()}, ${inner()})`,
      () => `new ${random.of(['Custom', 'Texted'])}(${inner()})`,
      () => `cyclic({ a: ${inner()} })`,
    ];
  }

  private some(most: number, make: () => string): string {
    return Array.from({ length: this.random.below(most + 1) }, make).join(', ');
  }

  private object(inner: () => string): string {
    return `{ ${this.some(3, () => `${this.random.of(KEYS)}: ${inner()}`)} }`;
  }

  private map(inner: () => string): string {
    return `new Map([${this.some(3, () => `[${inner()}, ${inner()}]`)}])`;
  }

  private set(inner: () => string): string {
    return `new Set([${this.some(3, inner)}])`;
  }
}

const PLACES = ['%s', '%d', '%i', '%f', '%j', '%o', '%O', '%c', '%%', 'text'];

/** A call with a value `x`, or two. */
function callOf(values: Values): string {
  const { random } = values;
  const value = () => values.local(3);
  const x = value();
  const y = random.below(2) === 0 ? x : value();
  const format = Array.from({ length: random.below(4) }, () => random.of(PLACES)).join(' ');
  const inspect = () => `util.inspect(${x}, ${values.options(x)})`;
  return random.of([
    ...[inspect, inspect, inspect, inspect],
    () => `util.format('${format}', ${x}, ${y})`,
    () => `util.format(${x}, ${y})`,
    () => `util.formatWithOptions(${values.options(x + y)}, '%O %o', ${x}, ${y})`,
    () => `JSON.stringify(${x}, null, ${random.of(['1', "'--'", '0'])})`,
    () =>
      `JSON.stringify(${x}, (k, v) => typeof v === 'bigint' ? v + 'n' : k === 'a' ? undefined : v instanceof Map ? [...v] : v, 1)`,
    () => `JSON.stringify(${x}, ['a', 'b', 0, 'x'])`,
    // What cannot be cloned at all is refused in another way.
    () =>
      /\(\)|Proxy|argumentsOf|Symbol/.test(x)
        ? inspect()
        : `util.inspect(structuredClone(${x}), { depth: 9, showHidden: true })`,
    () => `printed('${random.of(['log', 'error'])}', ${x}, ${y})`,
    () => `printed('log', '%s|%o', ${x}, ${y})`,
    () => `printed('dir', ${x}, ${values.options(x)})`,
    () => `printed('table', ${random.of([x, `[${x}, ${y}]`])})`,
    () => `[util.isDeepStrictEqual(${x}, ${y}), util.isDeepStrictEqual([${x}], [${y}])].join()`,
    () =>
      `failure(() => assert.${random.of(['deepStrictEqual', 'deepEqual', 'notDeepStrictEqual'])}(${x}, ${y}))`,
  ])();
}

/** Declarations with a shared object `w`, and statements that print a line for each of so many random cases. */
export function inspectingProgram(
  seed: number,
  count: number,
): { objects: string; print: string; cases: string[] } {
  const values = new Values(new Random(seed), count);
  const shared = Array.from({ length: count }, () => values.shared(3));
  const cases = Array.from({ length: count }, () => callOf(values));
  return {
    objects: `${DECLARATIONS}
const w = { m: new Map([['a', { b: 1 }], [{ c: [2] }, 'd']]), s: new Set([{ e: 1 }, 'f']), c: [\n${shared.join(',\n')}\n] };
const cases = [\n${cases.map(text => `() => ${text},`).join('\n')}\n];
Error.stackTraceLimit = limit;`,
    print: `
      Error.stackTraceLimit = 0;
      for (const run of cases) {
        let line;
        try { line = String(run()); } catch (e) { line = 'throws ' + e.name + ': ' + e.message; }
        console.log(JSON.stringify(line));
      }
      Error.stackTraceLimit = limit;`,
    cases: cases.map(text => text.replace(/w\.c\[(\d+)\]/g, (_, i) => `/* shared */ ${shared[Number(i)]}`)),
  };
}
