/**
 * Functions that cannot cross to another realm are refused when the module loads, with place, name
 * and a remedy.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { install } from '../../src/contract/contract.js';
import { rewrite, shippingContract } from './programs.js';

/** The messages of a module's refusals as `line:column message`. */
function refusals(source: string, format: 'module' | 'commonjs' = 'module'): string[] {
  return rewrite(source, format).refusals.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

/**
 * The reason why the function that `source` stores in `globalThis.f` cannot cross; undefined if it
 * can.
 */
function reason(source: string): string | undefined {
  const { code, record } = rewrite(source, 'commonjs');
  const contract = shippingContract(new Map([[record.url, record]]));
  install(contract);
  Object.assign(globalThis, { require: createRequire(import.meta.url) });
  new Function(code)();
  const described = contract.registry.describe((globalThis as unknown as { f: Function }).f);
  return 'reason' in described ? described.reason : undefined;
}

test('a handler that calls eval is refused at its place', () => {
  assert.deepEqual(refusals(`let x = 1, obj = {};\nobj.on('a', () => eval('x'));`), [
    "2:19 this function cannot run in parallel: it uses 'eval', which can reach any variable around it. Pass { realm: 'main' } to on, or change it",
  ]);
});

test('a function with an object whose methods use super is not refused, nor one with a property named arguments', () => {
  assert.deepEqual(refusals(`spawn(() => ({ m() { return super.m(); } }));`), []);
  assert.match(refusals(`const o = { m() { spawn(() => super.m()); } };`)[0]!, /it uses 'super'/);
  assert.deepEqual(refusals(`function f(o) { spawn(() => { o.arguments = { arguments: 1 }; }); }`), []);
});

test('an optional chain after parentheses that a comment hides is refused', () => {
  assert.deepEqual(refusals(`const f = o => (/* . */ o.list)?.[0];`), [
    "1:16 this optional chain cannot take a shared object apart. Leave out the parentheses before its '?.'",
  ]);
  assert.deepEqual(refusals(`const f = o => (o.list /* ) */)?.[0];`), []);
});

test('a handler pinned to the main realm is not refused', () => {
  assert.deepEqual(refusals(`const obj = {}; obj.on('a', () => eval('x'), { realm: 'main' });`), []);
});

test('functions passed to spawn, async and mapred are checked, too', () => {
  const found = refusals(
    `class A { m() { spawn(() => super.m()); async(() => super.m()); [1].on('x').mapred(() => super.m(), x => x); } }`,
  );
  assert.equal(found.length, 3);
  assert.match(found[0]!, /^1:29 .* it uses 'super'\. Pass \{ realm: 'main' \} to spawn/);
});

test('the API imported as functions is checked, too', () => {
  const found = refusals(`import { on, spawn as go } from '@hocket/quoll';
    on(o, 'e', () => eval('x')); go(() => eval('x')); on(o, 'e', () => eval('x'), { realm: 'main' });`);
  assert.deepEqual(
    found.map(text => text.slice(0, 4)),
    ['2:22', '2:43'],
  );
});

test('a handler that uses a global variable of the program is refused', () => {
  assert.match(
    refusals(`spawn(() => { total = 1; });`, 'commonjs')[0]!,
    /^1:15 .* it uses the global variable 'total', .* declare it in the module\./,
  );
  assert.match(
    refusals(`globalThis.config = 1; spawn(() => globalThis.config);`)[0]!,
    /^1:36 .* it uses the global variable 'config'/,
  );
  assert.match(refusals(`spawn(() => { globalThis.n++; });`)[0]!, /it uses the global variable 'n'/);
  assert.deepEqual(refusals(`spawn(() => globalThis.Math.max(typeof total));`), []);
});

test('a handler may ask for global variables that the module does not assign', () => {
  assert.deepEqual(refusals(`spawn(() => [globalThis.Bun, typeof globalThis.gc]);`), []);
});

test('a function that finish calls in place is not refused', () => {
  assert.deepEqual(refusals(`finish(() => eval('x'));`), []);
});

test('an exported variable that is assigned is refused with a remedy', () => {
  assert.match(
    refusals(`export let n = 0; const obj = [];\nobj.on('a', () => n++);`)[0]!,
    /^2:13 .* it captures 'n', and it is exported and assigned: export an object that holds it\./,
  );
});

test('a declared function that is assigned is refused with a remedy', () => {
  assert.match(
    refusals(`function g() {}\ng = 1; spawn(() => g());`)[0]!,
    /it captures 'g', .* declare it with let/,
  );
});

test('private names, new.target and arguments of the code around are refused', () => {
  const found = refusals(`
    class A { #p; m() { spawn(() => this.#p); } }
    function f() { spawn(() => new.target); spawn(() => arguments); }`);
  assert.deepEqual(
    found.map(text => /it uses (.*?)( of|\. )/.exec(text)?.[1]),
    ["the private name '#p'", "'new.target'", "'arguments'"],
  );
});

test('a handler that captures a socket is refused with its name and where it comes from', () => {
  const source = `import net, { connect } from 'node:net'; import { createServer } from 'node:http';
    const o = { n: 1 };
    const client = connect(80); o.on('a', () => client.end());
    net.createServer(socket => { socket.on('data', d => socket.write(d)); spawn(() => socket.end()); spawn(() => 1).get(() => socket.end()); });
    createServer((request, response) => { o.once('b', () => response.end(), { realm: 'main' }); o.on('c', () => response.end()); });`;
  assert.deepEqual(
    refusals(source).map(text => text.replace(/ this function cannot run in parallel|\. Pass.*/g, '')),
    [
      "3:43: it captures 'client', which comes from connect and belongs to one thread",
      "4:81: it captures 'socket', which comes from net.createServer and belongs to one thread",
      "5:107: it captures 'response', which comes from createServer and belongs to one thread",
    ],
  );
});

test('a with statement is refused', () => {
  assert.match(refusals(`spawn(() => { with (o) p; });`, 'commonjs')[0]!, /^1:15 .* it uses 'with'/);
});

test('code of the engine and of other modules does not cross', () => {
  assert.match(
    reason(`f = setTimeout;`)!,
    /function 'setTimeout' belongs to a module that does not use the API/,
  );
  assert.match(
    reason(`f = (() => 1).bind(null);`)!,
    /function 'bound ' is a function of the engine or bound/,
  );
  assert.match(
    reason(`f = new Function('return 1');`)!,
    /function 'anonymous' belongs to a module that does not use the API/,
  );
});

test('functions of the language and of the API cross', () => {
  assert.equal(reason(`f = Math.max;`), undefined);
  assert.equal(reason(`f = Array.prototype.map;`), undefined);
  assert.equal(
    reason(`const { sum } = require('@hocket/quoll'); f = sum;`.replace('require', 'globalThis.require')),
    undefined,
  );
});

test('a function with a refusal does not cross, and the message says where it is', () => {
  const source = `function outer() { return () => arguments; }\nf = outer();`;
  assert.match(
    reason(source)!,
    /the function at file:.*:1 cannot cross: it uses 'arguments' of the function around it.* \(line 1\)/,
  );
});

test('a function that captures a constant without a value yet does not cross', () => {
  assert.match(
    reason(`f = () => later; return; const later = 1;`)!,
    /function 'f' captures a variable that has no value yet: .*'later'/,
  );
});

test('asking a function for its captures runs none of its code', () => {
  const source = `globalThis.ran = { n: 0 };
    f = function (a = ran.n++, { b = ran.n++, ...c }, [d = ran.n++, ...e], ...g) { ran.n++; };`;
  assert.equal(reason(source), undefined);
  assert.equal((globalThis as unknown as { ran: { n: number } }).ran.n, 0);
});

test('parameters that compute names do not cross, since asking would run them', () => {
  assert.match(
    reason(`f = function ({ [console.log('ran')]: a }) {};`)!,
    /its parameters compute the name of a property/,
  );
});

test('parameters that must stay in their list, and have no place there for a shared object, are refused at their place', () => {
  const message =
    'these parameters cannot take a shared object apart. Take one parameter for it, and take that apart in the body';
  assert.deepEqual(refusals(`const x = 1;\nconst f = ({ a = x, ...r }, ...more) => [a, r, more];`), [
    `2:12 ${message}`,
  ]);
  assert.deepEqual(refusals(`const x = 1, o = { set v({ a = x, length }) {} };`), [`1:26 ${message}`]);
  assert.deepEqual(
    refusals(`const f = ({ a = 1, ...r }, ...more) => [a, r, more], g = ({ a = f() }, ...more) => a;`),
    [],
  );
});

test('a variable with a name that rewritten code needs is refused at its place', () => {
  const named = (name: string) =>
    `a rewritten module needs the name '${name}' for itself: give the variable another one`;
  assert.deepEqual(
    refusals(
      `const o = { $module: 1 };\nfunction f($quoll) { const $code = o.$module; return $quoll + $code; }`,
    ),
    [`2:12 ${named('$quoll')}`, `2:28 ${named('$code')}`],
  );
});
