/**
 * Random programs of handlers, tasks and promises. Each case is a handler; all that it starts notes what it sees, each in a place of its own, so
 * the notes do not depend on the order of what runs in parallel, but on what waits for what, on what fails, and on the order within one thread.
 */
import { Random } from './hostile.js';

/** Where a statement stands: what an async function may do, a callback of a promise may not. */
type Place = 'sync' | 'async' | 'callback';

const HEAD = `
import { sum } from '@hocket/quoll';
const w = { total: 0, list: [1, 2], map: new Map([['a', 1]]), o: { a: 1, b: { c: 2 } } };
w.markEventual('total', sum);
const out = shared([]);
const text = v => v instanceof Error
  ? v.name + ': ' + v.message + (v.errors ? ' ' + text(v.errors) : '') + (v.cause ? ' cause ' + text(v.cause) : '')
  : Array.isArray(v) ? '[' + v.map(text).join(', ') + ']'
  : typeof v === 'object' && v !== null ? '{' + Object.entries(v).map(([k, x]) => k + ': ' + text(x)).join(', ') + '}'
  : String(v);
const note = (i, v) => { out[i] = (out[i] ?? '') + text(v) + ';'; };
class Own extends Promise {}
class Wrong extends Error { constructor(i) { super('wrong ' + i, { cause: i }); this.i = i; } get name() { return 'Wrong'; } }
const o = {};
o.on('note', (i, v) => { note(i, v); });
o.on('main', (i, v) => { note(i, v); }, { realm: 'main' });
o.on('later', async (i, v) => { await null; note(i, v); });
o.on('fail', (i, v) => { note(i, v); throw new Error('failed'); });
`;

const TAIL = `
o.on('case', i => cases[i]());
o.on('pinned', i => cases[i](), { realm: 'main' });
let next = 0;
const step = () => {
  const i = next++;
  if (i >= cases.length) {
    console.log('total', w.total);
    for (let j = 0; j < count; j++) console.log(j, out[j]);
    return;
  }
  finish(() => { if (i % 5 === 4) o.emit('pinned', i); else if (i % 5 === 3) async(cases[i]); else o.emit('case', i); })
    .ondone(failures => { note(count + i, failures ? failures.map(text).sort() : 'done'); console.log('case', i, out[count + i]); step(); });
};
step();
`;

export class Flows {
  private count = 0;
  private depth = 0;

  constructor(private readonly random: Random) {}

  /** A program of a number of cases. */
  program(cases: number): { text: string; cases: string[] } {
    this.count = 0;
    const bodies = Array.from({ length: cases }, () => this.handler());
    const text = `${HEAD}const cases = [\n${bodies.map(body => `  ${body},`).join('\n')}\n];\nconst count = ${this.count};${TAIL}`;
    return { text, cases: bodies };
  }

  private handler(): string {
    this.depth = 0;
    return this.random.below(4) === 0
      ? `async () => { ${this.body('async')} }`
      : `() => { ${this.body('sync')} }`;
  }

  private id(): number {
    return this.count++;
  }

  private value(): string {
    return this.random.of([
      ...[
        '1',
        "'a'",
        'null',
        'undefined',
        'w.o',
        'w.list',
        '{ x: 1 }',
        '[w.o.a]',
        'w.map.get("a")',
        'w.list.length',
      ],
      ...['w.o === w.o', 'new Wrong(2)', '`${w.list}`', 'true'],
    ]);
  }

  /** Statements; the deeper, the fewer. */
  private body(place: Place): string {
    const { random } = this;
    if (this.depth > 3) return `note(${this.id()}, ${this.value()});`;
    this.depth++;
    const statements = Array.from({ length: 1 + random.below(this.depth > 2 ? 2 : 3) }, () =>
      this.statement(place),
    );
    this.depth--;
    if (random.below(12) === 0)
      statements.push(`throw new ${random.of(['Error', 'Wrong', 'TypeError'])}('thrown ${this.id()}');`);
    return statements.join(' ');
  }

  /** A function for a task. */
  private task(): string {
    const end = this.random.below(5) === 0 ? `throw new Wrong(${this.id()});` : `return ${this.value()};`;
    return this.random.below(4) === 0
      ? `async () => { ${this.body('async')} ${end} }`
      : `() => { ${this.body('sync')} ${end} }`;
  }

  private callback(parameter = 'v'): string {
    const end = this.random.of([
      '',
      '',
      `return ${this.value()};`,
      `return ${this.promise(2)};`,
      'throw new Wrong(1);',
    ]);
    return `${parameter} => { note(${this.id()}, ${parameter}); ${this.random.below(3) === 0 ? this.body('callback') : ''} ${end} }`;
  }

  /** An expression that makes a promise; one that is rejected has a handler where it is used. */
  private promise(depth = 0): string {
    const { random } = this;
    const inner = () => (depth > 1 ? this.value() : this.promise(depth + 1));
    switch (random.below(depth > 1 ? 5 : 12)) {
      case 0:
        return `Promise.resolve(${this.value()})`;
      case 1:
        return `new Promise(ok => { note(${this.id()}, 'made'); ok(${this.value()}); })`;
      case 2:
        return `Own.resolve(${this.value()})`;
      case 3:
        return `Promise.reject(new Wrong(${this.id()}))`;
      case 4:
        return `new Promise((ok, no) => { no(new Error('no')); ok(1); })`;
      case 5:
        return `Promise.all([${inner()}, ${inner()}, ${this.value()}])`;
      case 6:
        return `Promise.allSettled([${inner()}, ${inner()}])`;
      case 7:
        return `Promise.${random.of(['race', 'any'])}([${inner()}, ${inner()}])`;
      case 8:
        return `Own.${random.of(['all', 'any', 'race', 'allSettled'])}([${inner()}])`;
      case 9:
        return `${this.promise(depth + 1)}.${this.link()}`;
      case 10:
        return `new Promise(() => { throw new Wrong(${this.id()}); })`;
      default:
        return `new Promise(ok => ok(${inner()}))`;
    }
  }

  private link(): string {
    switch (this.random.below(6)) {
      case 0:
        return `catch(${this.callback('e')})`;
      case 1:
        return `finally(() => { note(${this.id()}, 'last'); })`;
      case 2:
        return `then(${this.callback()}, ${this.callback('e')})`;
      case 3:
        return `then(undefined, ${this.callback('e')})`;
      default:
        return `then(${this.callback()})`;
    }
  }

  private chain(): string {
    const links = Array.from({ length: this.random.below(3) }, () => `.${this.link()}`);
    return `${this.promise()}${links.join('')}.then(v => { note(${this.id()}, v); }, e => { note(${this.id()}, e); });`;
  }

  private statement(place: Place): string {
    const { random } = this;
    if (place === 'async' && random.below(2) === 0) return this.awaiting();
    switch (random.below(place === 'callback' ? 7 : 13)) {
      case 0:
      case 1:
        return `note(${this.id()}, ${this.value()});`;
      case 2:
        return `o.emit('${random.of(['note', 'note', 'main', 'later', 'fail'])}', ${this.id()}, ${this.value()});`;
      case 3:
        return 'w.total++;';
      case 4:
        return `try { ${this.body(place)} throw new Wrong(3); } catch (e) { note(${this.id()}, e); } finally { note(${this.id()}, 'finally'); }`;
      case 5:
        return `spawn(${this.task()}).get(v => { note(${this.id()}, v); ${this.body('sync')} }, e => { note(${this.id()}, e); });`;
      case 6:
        return `async(${this.task()});`;
      case 7:
        return random.below(2) === 0
          ? `finish(() => { ${this.body('sync')} }).ondone(() => { note(${this.id()}, 'done'); ${this.body('sync')} });`
          : `finish(() => { ${this.body('sync')} }).ondone(failures => { note(${this.id()}, failures && failures.map(text).sort()); });`;
      case 8: {
        const name = `t${this.id()}`;
        return `const ${name} = {}; ${name}.on('e', i => { note(i, 'e'); }); ${name}.emit('e', ${this.id()}); ${name}.emit('e', ${this.id()}); ${name}.waitall('e', () => { note(${this.id()}, 'guard'); ${this.body('sync')} });`;
      }
      case 9:
        return `mapReduce([1, 2, 3], x => ${random.of(['x * 2', '[x]', '{ if (x > 1) throw new Wrong(x); return x; }', 'w.o.a + x'])}, xs => xs.length + String(xs)).ondone(v => { note(${this.id()}, v); }, e => { note(${this.id()}, e); });`;
      case 10:
        return `{ const c = []; ${Array.from({ length: 3 }, (_, i) => `Promise.resolve(${i}).${'then(x => x).'.repeat(random.below(3))}${random.of([`then(x => { c.push(x); })`, `finally(() => { c.push('f${i}'); })`, `then(x => Promise.resolve(x)).then(x => { c.push([x]); })`, `then(() => { throw ${i}; }).catch(e => { c.push('e' + e); })`])};`).join(' ')} ${place === 'async' ? 'await ' : ''}Promise.resolve()${'.then(() => {})'.repeat(9)}.then(() => { note(${this.id()}, c); }); }`;
      default:
        // A finish waits for what an async function awaits.
        return place === 'async' ? `await ${this.chain()}` : this.chain();
    }
  }

  /** A statement of an async function. */
  private awaiting(): string {
    const { random } = this;
    switch (random.below(10)) {
      case 0:
        return `note(${this.id()}, await ${this.value()});`;
      case 1:
        return `try { note(${this.id()}, await ${this.promise()}); } catch (e) { note(${this.id()}, e); } finally { note(${this.id()}, 'after'); }`;
      case 2:
        return `try { note(${this.id()}, await spawn(${this.task()})); } catch (e) { note(${this.id()}, e); }`;
      case 3:
        return `try { note(${this.id()}, await Promise.${random.of(['all', 'allSettled', 'race'])}([spawn(() => 1), ${this.promise(1)}])); } catch (e) { note(${this.id()}, e); }`;
      case 4:
        return `{ const c = []; try { for await (const x of [Promise.resolve(${this.value()}), ${this.value()}, spawn(() => 3)]) c.push(x); } catch (e) { c.push(e); } note(${this.id()}, c); }`;
      case 5:
        return `{ const c = []; async function* g() { try { yield 1; yield* [2, Own.resolve(${this.value()})]; await null; yield ${this.value()}; } catch (e) { c.push(e); } finally { c.push('end'); } } try { for await (const x of g()) { c.push(x); ${random.of(['', 'if (x === 2) break;'])} } } catch (e) { c.push(e); } note(${this.id()}, c); }`;
      case 6:
        return `await new Promise(ok => setTimeout(ok, 1)); note(${this.id()}, 'slept');`;
      case 7:
        return `note(${this.id()}, await { then(ok) { ok(${this.value()}); } });`;
      case 8:
        return `try { await finish(() => { ${this.body('sync')} }); note(${this.id()}, 'finished'); } catch (e) { note(${this.id()}, e); }`;
      default:
        return `await (async () => { ${this.body('async')} })().catch(e => { note(${this.id()}, e); });`;
    }
  }
}

/** A program of some cases, from a seed. */
export function flowProgram(seed: number, cases: number): { text: string; cases: string[] } {
  return new Flows(new Random(seed)).program(cases);
}
