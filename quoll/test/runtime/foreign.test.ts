/** Packages, which are not rewritten, and shared objects: they see what they see on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

/** A package that looks into objects in every way that accessors cannot answer. */
const LIBRARY = `
export function look(...values) { return JSON.stringify(values.map(describe)); }
function describe(value) {
  if (typeof value !== 'object' || value === null) return value;
  const names = [];
  for (const name in value) names.push(name);
  const parts = Array.isArray(value) ? [...value] : Object.values({ ...value });
  return { names, length: value.length, parts: parts.map(describe), has: 'a' in value };
}
export class Validator {
  constructor(schema) { this.schema = schema; }
  validate(data) {
    const wrong = [];
    for (const name in this.schema) if (typeof data[name] !== this.schema[name]) wrong.push(name);
    return wrong.join() || 'valid';
  }
}
export const compile = schema => data => new Validator(schema).validate(data);
export const map = (list, f) => { const all = []; for (let i = 0; i < list.length; i++) all.push(f(list[i], i)); return all; };
export const keep = (f, value) => () => f(value);
export const { keys } = Object;
export const tag = (_, ...values) => look(...values);
export default { look, map, tag };
`;

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': LIBRARY,
};

const WORLD = `
const w = { list: [1, { a: 2 }], o: { a: 1, b: { c: 's' } }, schema: { name: 'string', n: 'number' }, m: new Map([['k', [1]]]) };
`;

/** What a program prints in parallel, which must be what it prints on one thread. */
function sameAs(body: string, imports = ''): string[] {
  const text = `${imports}${WORLD}
    const out = { lines: [] };
    const log = x => out.lines.push(String(x));
    const o = {};
    o.on('e', () => { ${body} });
    finish(() => o.emit('e')).ondone(() => { for (const line of out.lines) console.log(line); });`;
  const one = runProgram(text, { files, environment: { QUOLL_SEQUENTIAL: '1' } });
  const parallel = runProgram(text, { files, workers: 2 });
  assert.equal(parallel.errors, '');
  assert.equal(one.errors, '');
  assert.deepEqual(parallel.lines, one.lines);
  assert.ok(parallel.lines.length > 0);
  return parallel.lines;
}

test('a function of a package gets whole objects: as arguments, spread, in plain objects', () => {
  sameAs(
    `log(look(w.list, w.o)); log(look(...w.list)); log(look({ q: w.list })); log(look([w.o])); log(library.look(w.o));
     const plain = { deep: [{ q: w.o }] }; log(look(plain));`,
    `import library, { look } from 'library';`,
  );
});

test('so it does where only the run time can know that it is one of a package', () => {
  sameAs(
    `const { look: other, map } = library;
     const call = (f, ...values) => f(...values);
     const check = compile(w.schema);
     log(other(w.list, w.o)); log(call(look, w.o)); log(call(other, ...w.list)); log([w.o].map(x => other(x)));
     log(map(w.list, x => typeof x)); log(check({ name: 'x', n: 1 })); log(check(w.o)); log(other.bind(null, w.list)(w.o)); log(other.call(null, w.list)); log(other.apply(null, w.list));
     const other2 = library.tag; log(tag\`\${w.o} \${w.list}\`); log(other2\`\${w.o}\`);`,
    `import library, { look, compile, tag } from 'library';`,
  );
});

test('a validator refuses invalid data whose schema is shared, and accepts valid data', () => {
  const lines = sameAs(
    `const validator = new Validator(w.schema);
     log(validator.validate({ name: 1, n: 1 })); log(validator.validate({ name: 'x', n: 1 })); log(validator.validate(w.o));`,
    `import { Validator } from 'library';`,
  );
  assert.deepEqual(lines, ['name', 'valid', 'name,n']);
});

test('a package that keeps an object finds its names when it is shared later', () => {
  const lines = runProgram(
    `import { keep, keys } from 'library';
     const config = { a: 1, b: 2 };
     const names = keep(keys, config);
     const o = { config };
     o.on('e', () => {});
     finish(() => o.emit('e')).ondone(() => console.log(names().join()));`,
    { files },
  ).lines;
  assert.deepEqual(lines, ['a,b']);
});

test('Node prints shared objects, alone and in plain ones', () => {
  const lines = sameAs(
    `log(util.inspect(w.o)); log(util.inspect(w)); log(util.inspect({ in: w.list })); log(util.format('%j %O', w.o, w.list));
     log(util.isDeepStrictEqual(w.o, { a: 1, b: { c: 's' } }));`,
    `import util from 'node:util';`,
  );
  assert.equal(lines[0], "{ a: 1, b: { c: 's' } }");
});

test('a circle of shared objects is no JSON', () => {
  sameAs(`w.o.me = w.o; try { log(JSON.stringify(w.o)); } catch (e) { log(e.constructor.name); }`);
});

test('a property that has only a getter cannot be assigned', () => {
  const lines = runProgram(
    `class Point { get sum() { return 3; } }
     const w = { point: new Point(), seen: '' };
     w.on('e', () => { try { w.point.sum = 1; w.seen = 'assigned'; } catch (e) { w.seen = e.constructor.name; } });
     finish(() => w.emit('e')).ondone(() => console.log(w.seen, w.point.sum));`,
  ).lines;
  assert.deepEqual(lines, ['TypeError 3']);
});
