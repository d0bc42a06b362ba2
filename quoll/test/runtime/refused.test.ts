/** A value that cannot be shared is refused with the path inside it, a remedy, and the line of the call that shares it, wherever that is. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTogether, TOGETHER } from './together.js';

/** Values, and the message for each. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'new WeakMap()': /this WeakMap cannot be shared: share the data in it/,
  'new WeakRef({})': /this WeakRef cannot be shared/,
  "new Intl.NumberFormat('en')": /this NumberFormat cannot be shared: make it in the function that uses it/,
  'Promise.resolve(1)': /this Promise cannot be shared/,
  'Object(1)': /this Number cannot be shared/,
  'new SharedArrayBuffer(4)': /this SharedArrayBuffer cannot be shared/,
  'Buffer.from("a")': /this Buffer cannot be shared: share a plain Uint8Array/,
  'new URL("http://x/")': /function 'URL' belongs to a module that does not use the API/,
  'new Proxy({}, {})': /share what the Proxy stands for/,
  'new (class List extends Array {})()': /this List cannot be shared: use a plain array/,
  'new Listy()': /this Listy cannot be shared: it inherits from Array, whose methods know no shared objects/,
  'new Private()': /this Private cannot be shared: use a public field instead of '#x'.*app\.mjs:\d+/,
  'new Statics()': /its private static field '#n' would be another one in each thread \(line \d+\)/,
  '(() => 1).bind(null)': /is a function of the engine or bound/,
  "({ [Symbol('s')]: 1 })": /its property Symbol\(s\) has a symbol of one realm as its name; use Symbol\.for/,
  '({ *[Symbol.iterator]() {} })':
    /Symbol\(Symbol\.iterator\) is one that the language asks for; make it a member of a class/,
  '({ get x() { return 1; } })': /its property x has a getter or setter; use a method/,
  'Object.seal({ a: 1 })': /it gets no further properties: leave out Object\.seal/,
  "Object.defineProperty({}, 'h', { value: 1 })": /its property h is read-only; assign it/,
  "Object.defineProperty({}, 'h', { value: 1, writable: true, configurable: true })":
    /its property h is hidden; assign it/,
  '(function () { return arguments; })()': /use a rest parameter/,
  '(function* () {})()': /share plain objects and instances of classes only/,
  '/a/y': /this RegExp cannot be shared: it keeps the position/,
  "Symbol('q')": /the symbol Symbol\(q\) cannot be shared: use Symbol\.for\('q'\)/,
};

const VALUES = Object.keys(REFUSED);

const HEAD = `
class Private { #x = 1; get x() { return this.#x; } }
function Listy() {}
Object.setPrototypeOf(Listy.prototype, Array.prototype);
class Statics { static #n = 1; static n() { return Statics.#n; } }
const attempt = share => { try { share(); return 'shared'; } catch (e) { return e.message + ' @' + e.stack.split('\\n').find(line => /^ +at /.test(line)); } };
`;

const isOfClass = (value: string) => value === 'new Statics()';

/** Asserts that each attempt was refused on the line, from 1, on which `share` writes the value. */
function assertRefused(lines: readonly string[], text: string, values = VALUES): void {
  assert.equal(lines.length, values.length, lines.join('\n'));
  values.forEach((value, i) => {
    const line = text.split('\n').findIndex(each => each.includes(`/*${i}*/`)) + 1;
    assert.match(lines[i]!, REFUSED[value]!, value);
    assert.match(lines[i]!, /\(at list\[1\]\.deep\)/, value);
    assert.match(lines[i]!, new RegExp(`@.*app\\.mjs:${line}:`), value);
  });
}

const bodies = (values: readonly string[], share: (value: string) => string) =>
  values.map((value, i) => `${share(`{ list: [0, { deep: ${value} }] }`)} /*${i}*/`).join('\n');

describe('refusals', TOGETHER, () => {
  describe('a value that cannot be shared is refused with path, remedy and line:', () => {
    for (const [how, share] of Object.entries<(value: string) => string>({
      'an object that a turn emits': value => `console.log(attempt(() => o.emit('e', ${value})));`,
      'an argument of spawn': value => `console.log(attempt(() => spawn(x => x, ${value})));`,
      'an object that gets a handler': value => `console.log(attempt(() => on(${value}, 'e', () => 1)));`,
      'what a turn writes to a shared object': value => `console.log(attempt(() => { o.bad = ${value}; }));`,
      'what a function captures': value =>
        `{ const bad = ${value}; console.log(attempt(() => o.on('e', () => bad))); }`,
    })) {
      test(how, async () => {
        const text = `import { on } from '@hocket/quoll';${HEAD}const o = { a: 1 };
o.on('e', () => 1);
await null;
${bodies(VALUES, share)}`;
        const { lines } = await runTogether(text, { workers: 1 });
        assertRefused(lines, text);
      });
    }

    test('what a handler writes, emits, or gives to spawn', async () => {
      // A class that cannot cross is refused where the handler captures it.
      const values = VALUES.filter(value => !isOfClass(value));
      for (const share of [
        (value: string) => `o.lines.push(attempt(() => { o.bad = ${value}; }));`,
        (value: string) => `o.lines.push(attempt(() => o.emit('x', ${value})));`,
        (value: string) => `o.lines.push(attempt(() => spawn(x => x, ${value})));`,
      ]) {
        const text = `${HEAD}const o = { lines: [] };
o.on('x', () => 1).on('e', () => {
${bodies(values, share)}
});
finish(() => { o.emit('e'); }).ondone(() => { for (const line of o.lines) console.log(line.replaceAll('\\n', ' ')); });`;
        const { lines } = await runTogether(text, { workers: 1 });
        assertRefused(lines, text, values);
      }
    });

    test('what a function returns', async () => {
      const text = `await null;
spawn(() => {
  return { list: [0, { deep: new WeakMap() }] };
}).get(() => 1, error => console.log(error.message));`;
      const { lines } = await runTogether(text, { workers: 1 });
      assert.match(lines[0]!, /\(at list\[1\]\.deep\) \(which the function at .*app\.mjs:2 returns\)/);
    });
  });

  test('a class whose prototype inherits from another class than in its text', async () => {
    const { lines } = await runTogether(`
    class Base { name() { return 'base'; } }
    class Other {}
    Object.setPrototypeOf(Other.prototype, Base.prototype);
    const o = {};
    try { o.on('e', () => new Other().name()); } catch (e) { console.log(e.message); }`);
    assert.match(
      lines[0]!,
      /the class Other cannot be shared: its prototype inherits .*: write extends .*'Other'/,
    );
  });

  test('an instance of a class that uses a variable without a value yet is shared later', async () => {
    const { lines, errors } = await runTogether(`
    const o = {};
    o.on('e', ({ list: [a] }) => { o.result = a.get(); });
    class A { get() { return later; } }
    o.emit('e', { list: [new A()] });
    const later = 5;
    o.waitall('e', () => console.log(o.result));`);
    assert.equal(errors, '');
    assert.deepEqual(lines, ['5']);
  });
});
