/** Names and lengths of functions, and descriptors of their properties, in every realm: the same as without rewriting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const compare = (what: string, definitions: string) =>
  test(what, () => {
    const handler = `const w = {}; w.on('e', () => { console.log(show().join('\\n')); }); w.emit('e');`;
    const plain = runProgram(`${definitions} console.log(show().join('\\n'));`, { plain: true });
    assert.equal(plain.errors, '');
    assert.ok(plain.lines.length > 5, plain.lines.join('\n'));
    const both = runProgram(`${definitions} globalThis.console.log(show().join('\\n')); ${handler}`, {
      workers: 1,
    });
    assert.deepEqual(both.lines, [...plain.lines, ...plain.lines], both.errors);
    const alone = runProgram(definitions + handler, { environment: { QUOLL_SEQUENTIAL: '1' } });
    assert.deepEqual(alone.lines, plain.lines, alone.errors);
  });

compare(
  'a variable that is assigned names a function in every form of the language',
  `
  let a, b, c, d, e, f, g, h;
  const captured = () => [a, b, c, d, e, f, g, h];
  const show = () => {
    a = b = undefined; c = 1;
    a ??= () => {}; b ||= class {}; c &&= function () {};
    [d = () => {}] = []; ({ e = class {} } = {}); ({ x: f = () => {} } = {});
    for ([g = () => {}] of [[]]); for ({ h = () => {} } of [{}]);
    const inner = (p = () => {}, { q = () => {} } = {}, [r = class {}] = []) => {
      p ||= 1; q ||= 1; r ||= 1;
      return () => [p, q, r];
    };
    let { s = class {}, x: { t = () => {} } = {} } = {}; s ||= 1; t ||= 1;
    let [u = class {}] = []; u ||= 1;
    var { v = () => {} } = {}; v ||= 1;
    const rest = () => [s, t, u, v];
    for (let { y = () => {} } of [{}]) { y ||= 1; captured.y = (() => y)().name; }
    try { throw {}; } catch ({ z = () => {} }) { z ||= 1; captured.z = (() => z)().name; }
    return [...captured(), ...inner()(), ...rest()].map(({ name }, i) => i + ' ' + name);
  };
  captured.y = captured.z = '';
`,
);

compare(
  'a name that the program computes, sets or deletes crosses, and so does a length',
  `
  const key = { toString: () => 'key' }, symbol = Symbol.for('symbol');
  const o = { ['x' + key]: () => {}, ['y' + key]() {}, ['z' + key]: class {}, [symbol]: (a, b) => {} };
  class A { [key]() {} static ['s' + key] = () => {}; }
  const set = function (a) {}, given = (a, b = 1, ...c) => {}, gone = () => {};
  class Set {}
  Object.defineProperty(set, 'name', { value: 'first' });
  Object.defineProperty(set, 'length', { value: 7 });
  Object.defineProperty(Set, 'name', { value: 'second' });
  delete gone.name;
  delete gone.length;
  const all = () => [o.xkey, o.ykey, o.zkey, o[symbol], A, A.prototype.key, A.skey, set, given, gone, Set];
  const show = () => all().map(({ name, length }, i) => i + ' ' + name + ' ' + length);
`,
);

compare(
  'the descriptors of methods and static fields show their values',
  `
  class A { static name() {} static m() {} static n = 1; m() {} get g() { return 1; } }
  class Frozen { static n = 1; m() {} static { Object.freeze(this); } }
  const f = function () {}; f.n = 1;
  const of = (o, name) => {
    const { value, writable, enumerable, get } = Object.getOwnPropertyDescriptor(o, name);
    return [value?.name ?? value, writable, enumerable, get?.name].join(' ');
  };
  const show = () => [
    ...['name', 'm', 'n', 'length'].map(name => of(A, name)), of(A.prototype, 'm'), of(A.prototype, 'g'), of(A.prototype, 'constructor'),
    of(Frozen, 'n'), of(Frozen.prototype, 'm'), of(f, 'n'), of(f, 'name'),
    ...Object.entries(Object.getOwnPropertyDescriptors(A)).map(([name, { value, writable }]) => name + ' ' + typeof value + ' ' + writable),
    Reflect.getOwnPropertyDescriptor(A, 'n').value,
  ];
`,
);

compare(
  'methods of shared arrays, Maps, Sets, Dates and regular expressions, and functions of the host, look like those of Node',
  `
  const ofHost = () => {
    const timers = { setTimeout, setInterval, setImmediate, queueMicrotask, clearTimeout, clearInterval, clearImmediate };
    return Object.entries(console).concat(Object.entries(timers))
      .flatMap(([name, f]) => typeof f === 'function' && /^[a-z]/.test(name) ? [name + ' ' + f.name + ' ' + f.length] : []);
  };
  const all = { array: [1], map: new Map(), set: new Set(), date: new Date(0), regExp: /x/, bytes: new Uint8Array(1) };
  const show = () => Object.entries(all).flatMap(([kind, o]) =>
    Reflect.ownKeys(Object.getPrototypeOf(o)).concat(Symbol.iterator)
      .filter(name => typeof name === 'symbol' || !/^(set|constructor|_)|[sS]ize|flags|source|^(dotAll|global|hasIndices|ignoreCase|multiline|sticky|unicode.*|buffer|byte.*|length|lastIndex)$/.test(name))
      .map(name => kind + ' ' + String(name) + ' ' + o[name]?.name + ' ' + o[name]?.length).concat(ofHost()).sort());
`,
);
