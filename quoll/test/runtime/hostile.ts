/**
 * Random programs against the rewriting, by a grammar of the language rather than by a list of cases: statements with their own variables,
 * closures, patterns, loops that change the object they iterate over, odd keys, exceptions, generators, classes. `w` is a world of shared
 * objects, `p` the same of plain ones; variables hold either. Each program is the source of a function `(w, p) => …` that returns the
 * values it has seen.
 */

import { FORMS } from './forms.js';

/** A source of random numbers that a seed repeats. */
export class Random {
  constructor(private state: number) {}

  below(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * n);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

const WORLDS = ['w', 'w', 'w', 'p'];
const ROOTS = [
  'list',
  'nested',
  'objects',
  'holes',
  'empty',
  'names',
  'map',
  'set',
  'o',
  'o.b',
  'odd',
  'bare',
  'point',
  'date',
  'fixed',
  'error',
];
const KEYS = [
  'a',
  'b',
  'c',
  'k',
  'x',
  'length',
  'size',
  'toJSON',
  'constructor',
  'x-y',
  '0',
  '1',
  '01',
  '-0',
  '1.5',
  '4294967295',
  '',
];
const NUMBERS = ['0', '1', '2', '-1', '1.5', 'NaN', '-0', '4', '1e21'];
const PRIMITIVES = [
  ...NUMBERS,
  "'a'",
  "''",
  'null',
  'undefined',
  'true',
  '7n',
  "Symbol.for('s')",
  "'length'",
];
const ARRAY_READS = [
  'at(N)',
  'indexOf(E)',
  'includes(E)',
  'slice(N, N)',
  'concat(E)',
  'flat()',
  'join()',
  'filter(F)',
  'map(F)',
  'find(F)',
  'some(F)',
  'every(F)',
  'findLast(F)',
  'reduce(G, E)',
  'flatMap(F)',
  'toString()',
  'lastIndexOf(E)',
  'reduceRight(G)',
  'forEach(F)',
];
const ARRAY_WRITES = [
  'push(E)',
  'push(E, E)',
  'pop()',
  'shift()',
  'unshift(E)',
  'splice(N, 1, E)',
  'reverse()',
  'sort()',
  'sort(C)',
  'fill(E)',
  'copyWithin(0, N)',
];
const OBJECT_CALLS = [
  'Object.keys(O)',
  'Object.values(O)',
  'Object.entries(O)',
  'Object.assign({}, O)',
  'Object.assign(O, O)',
  'Reflect.ownKeys(O)',
  'Object.getOwnPropertyDescriptor(O, K)',
  'JSON.stringify(O)',
  'structuredClone(O)',
  'Object.hasOwn(O, K)',
  'Reflect.get(O, K)',
  'Reflect.set(O, K, E)',
  'Reflect.deleteProperty(O, K)',
  'Object.fromEntries(Object.entries(O))',
  'String(O)',
  'Object.isFrozen(O)',
  'Array.from(O)',
  'Array.isArray(O)',
  'Object.prototype.toString.call(O)',
  'Object.is(O, O)',
  'Array.prototype.slice.call(O)',
  'Reflect.apply(Object.keys, null, [O])',
  'Object.getPrototypeOf(O) === Object.prototype',
  'Math.max(...[O].flat())',
  'new Set(O).size',
  'new Map(Object.entries(O)).size',
  'O instanceof Object',
  'typeof O',
  'Object.entries(O).map(([k, v]) => k + typeof v)',
  'Object.create(O)[K]',
];

export class Hostile {
  /** The variables in scope. */
  private variables: string[] = [];
  private count = 0;
  private depth = 0;

  constructor(private readonly random: Random) {}

  /** The source of a function's body. */
  program(): string {
    this.variables = [];
    this.count = 0;
    const statements = Array.from({ length: 2 + this.random.below(7) }, () => this.statement());
    return `{ const r = []; ${statements.join(' ')} return r; }`;
  }

  private name(): string {
    const name = `v${this.count++}`;
    return name;
  }

  private object(): string {
    const { random } = this;
    if (this.variables.length > 0 && random.below(3) === 0) return random.of(this.variables);
    return `${random.of(WORLDS)}.${random.of(ROOTS)}`;
  }

  private list(): string {
    return `${this.random.of(WORLDS)}.${this.random.of(['list', 'nested', 'objects', 'holes', 'names', 'empty'])}`;
  }

  private key(): string {
    const { random } = this;
    return random.below(4) === 0
      ? random.of(['w.k', 'w.a', 'w.i', 'p.i', '[1]', 'w.o', '{}'])
      : JSON.stringify(random.of(KEYS));
  }

  private member(): string {
    const { random } = this;
    const object = this.object();
    switch (random.below(5)) {
      case 0:
        return `${object}.${random.of(['a', 'b', 'c', 'x', 'length', 'size', 'k', 'added', 'sum', 'message'])}`;
      case 1:
        return `${object}[${this.key()}]`;
      case 2:
        return `${object}[${random.of(['0', '1', 'w.i', 'w.list.length - 1', "'0'", '-1'])}]`;
      case 3:
        return `${object}?.[${this.key()}]`;
      default:
        return `${object}?.${random.of(['a', 'length', 'b'])}`;
    }
  }

  private fill(text: string): string {
    return text
      .replace(/\bO\b/g, () => this.object())
      .replace(/\bL\b/g, () => this.list())
      .replace(/\bM\b/g, () => this.member())
      .replace(/\bE\b/g, () => this.expression())
      .replace(/\bN\b/g, () => this.random.of(NUMBERS))
      .replace(/\bK\b/g, () => this.key())
      .replace(/\bC\b/g, () =>
        this.random.of(['(a, b) => (String(a) < String(b) ? -1 : 1)', '(a, b) => b - a']),
      )
      .replace(/\bG\b/g, () =>
        this.random.of(['(a, b) => a', '(a, b, i) => String(a) + i', '(a, b) => [a, b]']),
      )
      .replace(/\bF\b/g, () => this.callback());
  }

  private callback(): string {
    const { random } = this;
    const name = this.name();
    this.variables.push(name);
    const body = this.depth < 2 ? this.expression() : name;
    this.variables.pop();
    return random
      .of([
        `${name} => ${body}`,
        `function (${name}) { return ${body}; }`,
        `(${name}, i, all) => [typeof ${name}, i, all.length]`,
        `({ a, ...${name} } = {}) => [a, ${name}]`,
        `([a, ...${name}] = []) => ${name}`,
      ])
      .replace(/^(\w+ => )(\{.*)$/s, '$1($2)');
  }

  expression(): string {
    const { random } = this;
    if (++this.depth > 4) {
      this.depth--;
      return random.of(PRIMITIVES);
    }
    const text = this.anyExpression(random.below(22));
    this.depth--;
    return text;
  }

  private anyExpression(kind: number): string {
    const { random } = this;
    switch (kind) {
      case 0:
      case 1:
        return random.of(PRIMITIVES);
      case 2:
      case 3:
        return this.object();
      case 4:
      case 5:
        return this.member();
      case 6:
        return `(${this.fill(random.of(OBJECT_CALLS))})`;
      case 7:
        return `${this.list()}.${this.fill(random.of(ARRAY_READS))}`;
      case 8:
        return `[${this.expression()}, ...[${this.list()}].flat(), ${this.expression()}]`;
      case 9:
        return `({ a: ${this.expression()}, ...${this.object()}, [${this.key()}]: ${this.expression()} })`;
      case 10:
        return `(${this.expression()} ${random.of(['===', '==', '<', '+', '&&', '||', '??', ','])} ${this.expression()})`;
      case 11:
        return `(${this.key()} in ${this.object()})`;
      case 12:
        return `(${this.expression()} ? ${this.expression()} : ${this.expression()})`;
      case 13:
        return `(${this.member()
          .replace(/\?\.\[/g, '[')
          .replace(/\?\./g, '.')} ${random.of(['=', '+=', '??=', '||=', '&&='])} ${this.expression()})`;
      case 14:
        return `(delete ${this.member()})`;
      case 15:
        return `(${this.member()
          .replace(/\?\.\[/g, '[')
          .replace(/\?\./g, '.')}${random.of(['++', '--'])})`;
      case 16:
        return `\`\${${this.expression()}} \${${this.member()}}\``;
      case 17:
        return `(${this.callback()})(${this.expression()})`;
      case 18:
        return `${random.of(WORLDS)}.map.${this.fill(random.of(['get(K)', 'set(K, E)', 'has(E)', 'delete(K)', 'size', 'forEach((v, k) => r.push(k, v))', 'set(E, O)']))}`;
      case 19:
        return `[...${random.of(WORLDS)}.${random.of(['map.keys()', 'map.values()', 'map', 'set', 'list', 'set.entries()', 'nested', 'objects.entries()'])}]`;
      case 20:
        return `${random.of(WORLDS)}.set.${this.fill(random.of(['add(E)', 'has(E)', 'delete(E)', 'size', 'add(O)']))}`;
      default:
        return `${this.list()}.${this.fill(random.of(ARRAY_WRITES))}`;
    }
  }

  /** A pattern, with the variables that it declares. */
  private pattern(): { text: string; names: string[] } {
    const { random } = this;
    const [a, b] = [this.name(), this.name()];
    const text = random.of([
      `{ a: ${a}, ...${b} }`,
      `{ length: ${a}, 0: ${b} }`,
      `[${a}, ...${b}]`,
      `[, ${a} = 3, ${b}]`,
      `{ [w.k]: ${a}, a: ${b} = w.o }`,
      `{ b: { c: ${a}, ...${b} } = {} }`,
      `[{ k: ${a}, ...${b} } = {}]`,
      `{ o: { ...${a} } = {}, list: { length: ${b} } = [] }`,
    ]);
    return { text, names: [a, b] };
  }

  private statement(): string {
    const { random } = this;
    const body = () => (this.depth++ < 2 ? this.statement() : `r.push(${this.expression()});`);
    const result = this.anyStatement(random.below(20), body);
    this.depth = 0;
    return `try { ${result} } catch (e) { if (e?.code === 'QUOLL_CANNOT_SHARE' || /a shared (Date|RegExp)/.test(e?.message)) throw e; r.push(e instanceof Error && e.code !== 5 ? e.constructor.name : e); }`;
  }

  private anyStatement(kind: number, body: () => string): string {
    const { random } = this;
    switch (kind) {
      case 0:
      case 1:
      case 2:
      case 3:
        return `r.push(${this.expression()});`;
      case 4: {
        const { text, names } = this.pattern();
        return `const ${text} = ${random.below(2) ? this.object() : this.expression()}; r.push(${names.join(', ')});`;
      }
      case 5: {
        const { text, names } = this.pattern();
        return `for (const ${text} of [${this.object()}, ${this.object()}]) r.push(${names.join(', ')});`;
      }
      case 6:
        return `let n = 0; for (const x of ${this.list()}) { if (n++ > 5) break; r.push(x); ${random.below(2) ? `w.list.push(${this.expression()});` : body()} }`;
      case 7:
        return `for (const k in ${this.object()}) { r.push(k); ${random.below(2) ? `delete ${this.object()}[k];` : body()} }`;
      case 8:
        return `let n = 0; for (const [k, v] of ${random.of(WORLDS)}.map) { if (n++ > 5) break; r.push(k, v); w.map.delete(k); ${random.below(2) ? `w.map.set(k, ${this.expression()});` : ''} }`;
      case 9: {
        const name = this.name();
        const text = `const ${name} = ${this.object()};`;
        this.variables.push(name);
        const inner = body();
        this.variables.pop();
        return `${text} ${inner} w.kept = ${name}; r.push(w.kept === ${name}); ${name}.added = ${this.expression()}; r.push(${name});`;
      }
      case 10: {
        const name = this.name();
        return `const ${name} = { in: ${this.expression()}, list: [${this.expression()}] }; w.fresh = ${name}; ${name}.list.push(${this.expression()}); w.fresh.in = ${this.expression()}; r.push(w.fresh === ${name}, Object.keys(${name}), ${name}.list.length, w.fresh);`;
      }
      case 11:
        return `function* g() { for (const x of ${this.list()}) { const back = yield x; if (back) return back; } } const it = g(); r.push(it.next().value, it.next(${this.expression()}).value, [...g()].length);`;
      case 12:
        return `class A { constructor(x) { this.x = x; } get me() { return this.x; } set me(v) { this.x = [v]; } m(...args) { return [this.x, args.length, ...args]; } } w.inst = new A(${this.expression()}); w.inst.me = ${this.expression()}; r.push(w.inst.m(${this.expression()}), w.inst.me, w.inst instanceof A, Object.keys(w.inst));`;
      case 13:
        return `let n = 0; while (n++ < 3) { ${body()} if (${this.expression()}) continue; r.push(n); }`;
      case 14:
        return `const f = (x, ...more) => { try { if (x === w.o) throw x; return [x, more.length]; } finally { r.push('end'); } }; r.push(f(${this.object()}, ...[${this.object()}].flat()), f.call(null, ${this.object()}), f.apply(null, ${this.list()}));`;
      default:
        return this.fill(random.of(FORMS));
    }
  }
}

/** A number of programs from a seed. */
export function hostilePrograms(seed: number, count: number): string[] {
  const random = new Random(seed);
  const hostile = new Hostile(random);
  return Array.from({ length: count }, () => hostile.program());
}
