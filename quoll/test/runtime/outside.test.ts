/**
 * Values that the program reads from objects of a package, and values that it stores
 * there.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTogether, TOGETHER } from './together.js';

const LIBRARY = `
const namesOf = value => { const names = []; for (const name in value) names.push(name); return names.join('+'); };
const partsOf = value => JSON.stringify(Array.isArray(value) ? [...value, value.length] : { ...value });
const look = value => (typeof value === 'object' && value !== null ? namesOf(value) + partsOf(value) : String(value));
export { look };
export class Parser {
  constructor(options = { a: 1, list: [1, 2] }, more) { this.options = options; this.more = more; this.rules = [{ id: 1, deep: { x: 1 } }, { id: 2 }]; this.map = new Map([['k', { m: 1 }]]); }
  static defaults = { level: 3, tags: ['t'] };
  look() { return look(this.options) + '|' + look(this.more) + '|' + look(this.extra); }
  rulesLook() { return this.rules.map(look).join('|') + '|' + look(this.rules); }
  mapLook() { return [...this.map.values()].map(look).join('|'); }
  get lazy() { return (this.cache ??= { cached: 1 }); }
  lazyLook() { return look(this.lazy); }
  keep(value) { (this.kept ??= []).push(value); this.last = value; return this; }
  *[Symbol.iterator]() { yield* this.rules; if (this.kept) yield* this.kept; }
  async load() { return this.rules[0]; }
  async lastKept() { return this.last; }
  async *stream() { yield* this.kept ?? []; yield* this.rules; }
  fill(target) { target.filled = this.last; return target; }
  drop(target, name) { delete target[name]; return Object.keys(target).join(); }
  call(handler) { return handler.run(this.last); }
  filter() { return this.rules; }
  slice() { return this.rules; }
  tag(strings, value) { return value === undefined ? this.rules : look(value); }
}
export const defaults = { level: 3, tags: ['t'] };
export default { defaults, Parser };
`;

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js': LIBRARY,
};

/** Runs statements in a handler, pinned or not, and on one thread: they must print the same. */
async function sameAs(body: string): Promise<void> {
  const program = (realm: string) => `import library, { Parser, defaults, look } from 'library';
    const w = shared({ o: { a: 1, b: { c: 's' } }, list: [1, { a: 2 }], f: null });
    const out = { lines: [] };
    const log = (...xs) => out.lines.push(xs.join(' '));
    const target = {};
    target.on('e', ${realm === 'async' ? 'async ' : ''}() => { ${body} }${realm === 'main' ? `, { realm: 'main' }` : ''});
    finish(() => target.emit('e')).ondone(() => { for (const line of out.lines) console.log(line); });`;
  const realms = /\bawait\b/.test(body) ? ['async'] : ['handler', 'main'];
  const one = await runTogether(program(realms[0]!), { files, environment: { QUOLL_SEQUENTIAL: '1' } });
  assert.equal(one.errors, '');
  assert.ok(one.lines.length > 0);
  for (const realm of realms) {
    const parallel = await runTogether(program(realm), { files, workers: 2 });
    assert.equal(parallel.errors, '', realm);
    assert.deepEqual(parallel.lines, one.lines, realm);
  }
}

describe('objects of packages', TOGETHER, () => {
  test('an object of a package that the program reads and shares stays whole for the package', async () => {
    await sameAs(
      `const parser = new Parser(); w.options = parser.options; log(parser.look()); w.options.added = 4; log(parser.look(), w.options.list[1]);
     w.rules = parser.rules; log(parser.rulesLook()); w.rules.push({ id: 3 }); log(parser.rulesLook(), w.rules.length);
     const other = new Parser(); w.deep = other.rules[0].deep; log(other.rulesLook(), w.deep.x);`,
    );
    await sameAs(`const { options, rules: [first] } = new Parser(), p = new Parser(), { options: mine, rules: [one, two] } = p;
     w.o1 = mine; w.o2 = two; log(p.look(), p.rulesLook()); const take = ({ options }) => { w.o3 = options; }; const q = new Parser(); take(q); log(q.look());
     const { map } = p; w.m = map.get('k'); log(p.mapLook(), w.m.m); w.lazy = p.lazy; log(p.lazyLook());`);
    await sameAs(`const p = new Parser(), q = new Parser(), r = new Parser(); for (const rule of p) w.rule = rule; log(p.rulesLook());
     w.all = [...q.rules]; log(q.rulesLook()); w.found = r.rules.find(rule => { w.seen = rule; return rule.id === 2; }); log(r.rulesLook(), w.seen === w.found);
     const s = new Parser(); w.values = Object.values(s); log(s.look(), s.rulesLook()); const t = new Parser(); w.copy = { ...t }.options; log(t.look());`);
  });

  test('a method of a package with the name of an array method returns its own result', async () => {
    await sameAs(
      `const p = new Parser(); w.first = p.rules[0]; log(p.filter() === p.filter(), p.slice() === p.rules);
     p.filter().push(w.o); log(p.rules.length, p.rules.filter(x => x === w.o).length, p.rules.slice(-1)[0] === w.o, p.rulesLook());`,
    );
  });

  test('a tag gets the objects of a package, and a tag of a package gets shared ones', async () => {
    await sameAs(
      `const p = new Parser().keep(w.o), own = (strings, value) => value === w.o; log(own\`\${p.last}\`, own\`a\${p['last']}b\`);
     log(p.tag\`\${w.o}\`, p['tag']\`\${w.list}\`, p.tag\`\` === p.rules); const { tag } = p; log(tag\`\${w.o}\`); const make = () => p; log(make().tag\`\${w.o}\`);`,
    );
  });

  test('functions of a package get whole objects by functions of the language that call them', async () => {
    await sameAs(
      `const p = new Parser(), { keep, look: show } = p; log(Reflect.apply(look, null, [w.o]), Reflect.apply(look, null, [w.list]), Reflect.apply(keep, p, [w.o]) === p, p.last === w.o);
     const q = Reflect.construct(Parser, [w.o, w.list]); log(q instanceof Parser, q.look(), q.options === w.o); const { apply, construct } = Reflect; log(apply(look, null, [w.o]), construct(Parser, [w.list]).look());
     log(new (Parser.bind(null, w.o))().look(), look.bind(null, w.list)()); class Own extends Parser {} const own = Reflect.construct(Parser, [w.o], Own); log(own instanceof Own, own.look());
     log(Reflect.apply(Parser.prototype.fill, p, [{}]).filled === w.o, Reflect.apply(x => x === w.o, null, [w.o]), Reflect.apply(Math.max, null, [1, 2]));`,
    );
  });

  test('a replacer of JSON finds what is shared in an object of a package', async () => {
    await sameAs(
      `const p = new Parser().keep(w.o); let found = 0; const text = JSON.stringify(p, (k, v) => (v === w.o && found++, v)); log(found, text);
     log(JSON.stringify({ p }, (k, v) => (v === w.o ? 'here' : v)), JSON.stringify(w, (k, v) => (v === w.list ? 1 : v)), JSON.stringify(w.o, ['a']));`,
    );
  });

  test('the static fields of a package and what it exports stay whole', async () => {
    await sameAs(
      `w.d = defaults; log(look(defaults)); w.tags = library.defaults.tags; log(look(library.defaults)); w.e = Parser.defaults; log(look(Parser.defaults), w.e.level);
     const P = Parser, { defaults: inner } = P; log(inner === w.e, look(inner));`,
    );
  });

  test('a shared object that the program puts into one of a package is whole there', async () => {
    await sameAs(
      `const p = new Parser(); p.options = w.o; p.extra = w.list; p['more'] = w.o.b; log(p.look()); log(p.options === w.o, p.extra === w.list, p.more === w.o.b);
     w.o.b.d = 5; w.list.push(6); delete w.o.a; log(p.look()); const q = new Parser(), k = 'options'; q[k] = w.o; q.rules[0] = w.o; q.rules.push(w.list); log(q.look(), q.rulesLook());
     q.rules[1].more = w.o; log(q.rulesLook()); q.map.set('x', w.list); log(q.mapLook()); ({ x: q.extra } = { x: w.o }); log(q.look()); Object.assign(q, { more: w.list }); log(q.look());
     q.extra ??= w.list; q.none ||= w.o; log(look(q.none), q.none === w.o);`,
    );
  });

  test('an object that was passed to a package comes back as the same object, however the program reads it', async () => {
    await sameAs(
      `const p = new Parser().keep(w.o); const { last } = p; log(p.last === w.o, last === w.o, p['last'] === w.o, p?.last === w.o, [p].map(({ last }) => last === w.o));
     for (const x of p.kept) log(x === w.o); log([...p].at(-1) === w.o, p.kept[0] === w.o, p.kept.indexOf(w.o), p.kept.map(x => x === w.o), p.kept.includes(w.o));
     const [first] = p.kept; log(first === w.o); log({ ...p }.last === w.o, Object.values(p).includes(w.o)); const plain = {}; p.fill(plain); log(plain.filled === w.o);
     log(Array.from(p.kept)[0] === w.o, new Set(p.kept).has(w.o)); w.again = p.last; log(w.again === w.o);`,
    );
  });

  test('the class of a package gets whole objects by super', async () => {
    await sameAs(
      `class Mine extends Parser { constructor(o) { super(o, w.list); this.extra = w.o.b; } }
     class Other extends Mine { extra2 = w.o; }
     class Bare extends Parser {} const make = Base => class extends Base { constructor(...xs) { super(...xs); } }; const Mixed = make(Parser);
     const m = new Mine(w.o); log(m.look(), m.options === w.o, m.extra === w.o.b); log(new Other(w.o).look(), look(new Other(w.o).extra2));
     log(new Bare(w.o).look()); log(new Mixed(w.o, w.list).look()); log(m instanceof Parser, new Bare().options.a); w.mine = m.rules; log(m.rulesLook());`,
    );
  });

  test('the values of a promise of a package are whole on both sides', async () => {
    await sameAs(
      `const p = new Parser().keep(w.o); w.rule = await p.load(); log(p.rulesLook()); log((await p.lastKept()) === w.o);
     const promise = p.lastKept(); log((await promise) === w.o); const load = async () => p.lastKept(); log((await load()) === w.o);
     await p.lastKept().then(x => log(x === w.o)); for await (const x of p.stream()) { log(x === w.o); w.streamed = x; } log(p.rulesLook());
     const [x] = await Promise.all([p.lastKept()]); log(x === w.o);`,
    );
  });

  test('patterns write whole objects to objects of a package and read them from there, at any place', async () => {
    await sameAs(
      `const p = new Parser(); [p.extra, p.more] = [w.o, w.list]; log(p.look(), p.extra === w.o); for (p.options of [w.o.b]) log(p.look());
     const q = new Parser(); ({ a: { b: q.extra } } = { a: { b: w.o } }); log(q.look()); [q['more'], q.rules[0]] = [w.list, w.o]; log(q.look(), q.rulesLook());`,
    );
    await sameAs(
      `const p = new Parser().keep(w.o); try { throw p; } catch ({ last }) { log(last === w.o); } const f = (...[{ last, ...r }, x = 3]) => [last === w.o, Object.keys(r).join(), x];
     log(f(p), f(p, 5), f.length); try { throw w.o; } catch ({ a, b: { c } }) { log(a, c); } const { defaults: d } = Parser; w.e = d; log(look(Parser.defaults));`,
    );
  });

  test('an object that inherits from one of a package, or is a Proxy of it, shows whole objects to both sides', async () => {
    await sameAs(
      `const p = new Parser(), t = Object.create(p); w.x = t.options; log(p.look(), t.look()); const q = new Parser(), u = Object.setPrototypeOf({ own: 1 }, q); w.y = u.options; log(q.look(), u.look());
     const r = new Parser(), v = new Proxy(r, { get(o, k) { return o[k]; } }); w.z = v.options; v.extra = w.o; log(r.look(), r.extra === w.o);`,
    );
    await sameAs(
      `const p = new Parser().keep(w.o), t = Object.create(p); log(t.last === w.o, look(t.last)); t.more = 3; log(t.look(), t.options.a); w.o.z = 5; log(look(t.last));`,
    );
  });

  test('descriptors of the objects of a package hold whole objects', async () => {
    await sameAs(
      `const q = new Parser(); w.x = Object.getOwnPropertyDescriptor(q, 'rules').value; w.z = Reflect.getOwnPropertyDescriptor(q, 'options').value; log(q.look(), q.rulesLook());`,
    );
  });

  test('a list that is shared while the main realm goes over it belongs to the workers afterwards', async () => {
    const { lines, errors } = await runTogether(
      `import { shared } from '@hocket/quoll';
     import { isMainThread } from 'node:worker_threads';
     const w = { lists: [], isMain: undefined };
     w.on('e', () => { w.lists[0].push(4); w.isMain = isMainThread; });
     const list = [1, 2, 3];
     let sum = 0;
     list.forEach(x => { w.lists = shared([list]); sum += x; });
     w.emit('e');
     w.waitall('e', () => console.log(sum, w.isMain, list.join()));`,
      { workers: 1 },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['6 false 1,2,3,4']);
  });
});
