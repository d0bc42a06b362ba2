/** The language in handlers: typical code of programs, with shared objects. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from './programs.js';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('the language in handlers', TOGETHER, () => {
  test('an error keeps its class, cause and properties across realms', async () => {
    const lines = await linesTogether(`
    class AppError extends RangeError {
      constructor(message, code, options) { super(message, options); this.code = code; this.info = { deep: [1] }; }
      get twice() { return 2 * this.code; }
    }
    const thrownBy = f => spawn(f).then(() => undefined, error => error);
    const app = await thrownBy(() => { throw new AppError('app', 21, { cause: new TypeError('why') }); });
    console.log(app instanceof AppError, app.message, app.twice, app.info.deep[0], app.cause instanceof TypeError, Object.keys(app).join());
    const many = await thrownBy(() => { throw new AggregateError([new Error('one'), 2], 'many'); });
    console.log(many instanceof AggregateError, many.errors[0].message, many.errors[1]);
    const odd = await thrownBy(() => { throw Object.assign(new Error('odd'), { seen: new WeakMap(), n: 1 }); });
    console.log(odd.message, odd.n, 'seen' in odd);
    const round = await thrownBy(() => { const error = new Error('round'); error.cause = error; throw error; });
    console.log(round.message);
  `);
    assert.deepEqual(lines, ['true app 42 1 true code,info', 'true one 2', 'odd 1 false', 'round']);
  });

  test('an error keeps what a program enumerates, and a shared one its identity, however a task throws it', async () => {
    const text = `
    const w = { err: new Error('kept') };
    class AppError extends Error { constructor(m) { super(m); this.name = 'AppError'; this.code = 7; } }
    class Late extends Error { constructor(m) { super(); this.code = 1; this.message = m; } get name() { return 'Late'; } }
    class Named extends Error {} Named.prototype.name = 'N'; Named.prototype.message = 'inherited';
    const own = (e, more) => Object.assign(e, more);
    const errors = [
      () => new AppError('bad'),
      () => new Late('bad'),
      () => new Named(),
      () => new Error(),
      () => own(new Error(), { message: 'm', cause: { x: 1 } }),
      () => own(new Error('v'), { errors: [{ a: 1 }], name: 'V', stack: 's' }),
      () => own(new AggregateError([w.err, new AppError('in')], 'agg'), { data: w.err }),
      () => new AggregateError([own(new AppError('in'), { cause: w.err })]),
      () => new Error('x', { cause: w.err }),
      () => w.err,
    ];
    const isShared = e => [e, e.cause, e.data, e.errors?.[0], e.errors?.[0]?.cause].map(one => +(one === w.err)).join('');
    const seen = (how, e) => console.log(how, e.constructor.name, JSON.stringify(e), Object.keys(e).join(), Object.getOwnPropertyNames(e).join(), String(e), isShared(e));
    for (const make of errors) {
      await new Promise(go => spawn(() => { throw make(); }).get(go, e => { seen('get', e); go(); }));
      await spawn(() => Promise.reject(make())).then(0, e => seen('rejected', e));
      try { await spawn(async () => { throw make(); }); } catch (e) { seen('awaited', e); }
      await new Promise(go => finish(() => async(() => { throw make(); })).ondone(all => { seen('finish', all[0]); go(); }));
    }`;
    const expected = await linesTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
    for (const workers of [1, 2, 8]) assert.deepEqual(await linesTogether(text, { workers }), expected);
  });

  test('the report of a failure names its causes', async () => {
    const { errors } = await runTogether(
      `spawn(() => { throw new Error('far', { cause: new TypeError('near') }); });`,
    );
    assert.match(errors, /failed: Error: far\n.*app\.mjs:1.*\n  \[cause\]: TypeError: near\n.*app\.mjs:1/);
  });

  for (const [where, environment] of [
    ['a worker', {}],
    ['one thread', { QUOLL_SEQUENTIAL: '1' }],
  ] as const) {
    test(`a revoked Proxy is an exception as others are: ${where}`, async () => {
      const { lines, errors } = await runTogether(
        `
        const dead = () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; };
        const o = { lines: [] }, say = x => { o.lines.push(x); };
        try { throw dead(); } catch (e) { console.log(typeof e); }
        o.on('e', async () => { try { throw dead(); } catch (e) { say('async ' + typeof e); } finally { say('finally'); } });
        o.on('e', () => { try { throw dead(); } catch (e) { say('caught ' + typeof e); } Promise.reject(dead()).catch(e => say('rejected ' + typeof e)); });
        o.on('bad', () => { say('undone'); throw dead(); });
        o.on('bad', () => { say('undone'); throw dead(); }, { realm: 'main' });
        finish(() => { o.emit('e'); o.emit('bad'); finish(() => async(() => { throw dead(); })); }).ondone(failures => console.log(o.lines.sort().join(), failures));
        `,
        { environment, workers: 2 },
      );
      assert.deepEqual(lines, ['object', 'async object,caught object,finally,rejected object undefined']);
      assert.equal(
        errors.match(
          /^quoll: the handler of 'bad' failed: (<Revoked Proxy>|an exception that throws another one)/gm,
        )?.length,
        2,
      );
    });

    test(`all that console prints in a handler waits for its commit: ${where}`, async () => {
      const { lines, errors } = await runTogether(
        `
      const o = { rows: [{ a: 1 }] };
      o.on('bad', () => {
        for (const method of ['table', 'dir', 'trace', 'group', 'count']) console[method]('never seen');
        console.assert(false, 'never seen');
        throw new Error('on purpose');
      });
      o.on('good', () => {
        console.table(o.rows);
        console.dir(o.rows, { depth: 0 });
        console.assert(true, 'never seen');
        console.group('group');
        console.log('inside');
        console.groupEnd();
        console.count('count');
        console.trace('traced');
      });
      o.emit('bad').waitall('bad', () => o.emit('good'));
      `,
        { environment },
      );
      assert.deepEqual(
        lines.filter(line => !/[┌├└]/.test(line)),
        ['│ (index) │ a │', '│ 0       │ 1 │', '[ [Object] ]', 'group', '  inside', 'count: 1'],
      );
      assert.match(errors, /on purpose(.|\n)*Trace: traced\n.*app\.mjs/);
      assert.doesNotMatch(errors, /never seen/);
    });
  }

  test('text of eval is refused if it names what may lead to a shared object, and a function made from text gets whole ones', async () => {
    const lines = await linesTogether(
      `
      const list = [1, 2], box = { list }, plain = { n: 1 }, add = (a, b) => a + b;
      let local = 5;
      const texts = ['local + 1', 'plain.n', '[list[0], list.length]', 'l\\u0069st[0]', 'box.list[0]', 'add(1, 2)', 'this?.list', 'eval("local")', '{"list": 1', '[{"list": ["box"]}]', ' ({"add": 1});', 'local = 7'];
      const say = f => { try { return JSON.stringify(f()); } catch (e) { return e.name + ' ' + (e.message.match(/'(.*)'/)?.[1] ?? e.message) + ' ' + e.stack.match(/app.mjs:(\\d+)/)[1]; } };
      const all = () => console.log([...texts.map(text => say(() => eval(text))), local, say(() => eval(5)), say(() => eval()), say(() => eval?.('1')),
        say(() => new Function('l', 'return [l[0], l.length, Object.keys(l)]')(list)), say(() => (0, eval)('l => l.map(x => x + 1)')(list))].join('|'));
      list.on('e', () => {});
      box.on('e', () => {});
      setTimeout(all);
      `,
    );
    const made = '7|5||1|[1,2,["0","1"]]|[2,3]';
    assert.deepEqual(lines, [
      `6|1|EvalError list 6|EvalError list 6|EvalError list 6|EvalError add 6|EvalError list 6|5|EvalError list 6|[{"list":["box"]}]|{"add":1}|7|${made}`,
    ]);
  });

  test('changes that a handler makes to the process happen in the main thread', () => {
    const { lines, status } = runProgram(`
    import { randomBytes } from 'node:crypto';
    const o = { bytes: 0 };
    o.on('e', () => { process.exitCode = 3; process.env.CHANGED = 'yes'; });
    o.on('bytes', () => { randomBytes(8, (error, bytes) => { o.bytes = bytes.length; o.emit('end'); }); });
    o.on('end', () => console.log(process.env.CHANGED, o.bytes), { realm: 'main' });
    finish(() => { o.emit('e'); }).ondone(() => o.emit('bytes'));
  `);
    assert.deepEqual(lines, ['yes 8']);
    assert.equal(status, 3);
  });

  for (const [where, environment] of [
    ['in parallel', {}],
    ['on one thread', { QUOLL_SEQUENTIAL: '1' }],
  ] as const) {
    test(`a handler that ends the process has done what it did before: ${where}`, () => {
      const { lines, status } = runProgram(
        `
      const o = { n: 0 };
      process.on('exit', code => console.log('exit', code, o.n));
      o.on('e', () => { o.n = 1; console.log('leaving'); process.exit(7); });
      o.emit('e');
      `,
        { environment },
      );
      assert.deepEqual(lines, ['leaving', 'exit 7 1']);
      assert.equal(status, 7);
    });
  }

  test('a promise that a handler rejects and passes to no other code ends the program', async () => {
    const { errors, status } = await runTogether(`
    const o = {};
    o.on('e', () => { Promise.reject(new Error('lost')); });
    o.emit('e');
  `);
    assert.match(errors, /^Error: lost\n    at .*app.*\.mjs:3:/m);
    assert.equal(status, 1);
  });

  test('a Proxy and the arguments object are refused', async () => {
    const { errors } = await runTogether(`
    const o = {};
    o.on('proxy', () => { o.p = new Proxy({ a: 1 }, {}); });
    o.on('arguments', function () { o.a = arguments; });
    o.emit('proxy').emit('arguments');
  `);
    assert.match(errors, /this object cannot be shared: share what the Proxy stands for/);
    assert.match(errors, /this object cannot be shared: use a rest parameter/);
  });

  test('a refusal has its text and place although the program makes lists of stacks', () => {
    const { errors } = runProgram(`
    Error.prepareStackTrace = (error, frames) => frames;
    const known = new WeakMap();
    spawn(() => known.has({}));`);
    assert.match(errors, /CannotShareError \[TypeError\]: this WeakMap cannot be shared.*\n.*app\.mjs:4:/);
  });

  describe('objects that a handler has shared before it is undone are plain again:', () => {
    test('it crosses with the exception that the handler throws', async () => {
      const lines = await linesTogether(`
      const o = { last: null };
      const make = () => {
        const item = { a: 1, list: [1, , 3], map: new Map([['k', { deep: 2 }]]), set: new Set(['s']), twice: n => 2 * n };
        item.self = item;
        o.last = item;
        item.a = 5;
        return item;
      };
      const show = ({ a, list, map, set, twice, self }) =>
        [a, list.length, list[2], map.get('k').deep, set.has('s'), twice(4), self.a].join(' ');
      await spawn(() => { throw Object.assign(new Error('x'), { item: make() }); })
        .then(undefined, error => console.log(error.message, show(error.item), o.last));
      await spawn(() => { throw make(); }).then(undefined, item => console.log(show(item), o.last));
      await spawn(() => {
        const item = { a: 1 };
        class Failed extends Error { static item = item; static get() { return item.a; } }
        o.last = new (class { kind = Failed; })();
        throw new Failed('class');
      }).then(undefined, error => console.log(error.message, error.constructor.get(), error.constructor.item.a));
    `);
      assert.deepEqual(lines, ['x 5 3 3 2 true 8 5 null', '5 3 3 2 true 8 5 null', 'class 1 1']);
    });

    test('the next attempt shares it again', async () => {
      const lines = await linesTogether(`
      const o = { n: 0, items: [] };
      o.on('e', i => {
        const item = { i, inner: [i], get: () => i };
        Promise.resolve(item).then(item => { o.items.push(item); o.n++; });
      });
      finish(() => { for (let i = 0; i < 300; i++) o.emit('e', i); }).ondone(() => {
        const isWhole = ({ i, inner, get }) => inner.length === 1 && inner[0] === i && get() === i;
        console.log(o.n, o.items.every(isWhole), new Set(o.items.map(item => item.i)).size);
      });
    `);
      assert.deepEqual(lines, ['300 true 300']);
    });
  });

  test('a with statement sees shared objects whole, and its changes are undone', async () => {
    const text = `
      const { shared, finish } = require('@hocket/quoll');
      const w = shared({ list: [3, 1, 2], o: { a: 1, b: 2 } }), o = {};
      const use = () => {
        with (w.list) { push(4); var seen = [length, indexOf(2)]; }
        with (w.o) { delete b; with (w.list) { length = 1; a = length + 1; } }
        return JSON.stringify([seen, w]);
      };
      o.on('bad', () => { use(); throw new Error('on purpose'); }, { realm: 'main' });
      o.on('e', () => { console.log(use()); }, { realm: 'main' });
      finish(() => o.emit('bad')).ondone(() => o.emit('e'));`;
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }]) {
      const { lines, errors } = await runTogether(text, { name: 'app.cjs', environment });
      assert.deepEqual(lines, ['[[4,2],{"list":[3],"o":{"a":2}}]'], errors);
    }
  });

  test('an operation that a shared Date or RegExp does not support is refused at its place', async () => {
    const { lines } = await runTogether(
      `const w = { date: new Date(5), all: /a/g, seen: [] }, o = {};
     const refused = f => { try { f(); w.seen.push('done'); } catch (e) { w.seen.push(e.message, e.stack.split('\\n')[1].match(/\\w+\\.mjs:\\d+:\\d+/)[0]); } };
     o.on('e', () => {
       refused(() => w.date.setTime(1));
       refused(() => Date.prototype.setFullYear.call(w.date, 2000));
       refused(() => w.all.test('a'));
       refused(() => { w.all.lastIndex = 1; });
       w.seen.push(w.date.getTime(), w.all.lastIndex);
     });
     finish(() => o.emit('e')).ondone(() => { for (const line of w.seen) console.log(line); });`,
    );
    assert.deepEqual(lines, [
      'a shared Date does not change: assign a new Date',
      'app.mjs:4:29',
      'a shared Date does not change: assign a new Date',
      'app.mjs:5:49',
      'a shared RegExp with the flag g has no test: it keeps the position of the last match: make it where it is used, or use match, matchAll or replace',
      'app.mjs:6:28',
      'a shared RegExp has no lastIndex but 0: it keeps the position of the last match: make it where it is used, or use match, matchAll or replace',
      'app.mjs:7:40',
      '5',
      '0',
    ]);
    const { errors } = runProgram(`const w = { r: /a/y }; w.on('e', () => {});`);
    assert.match(errors, /this RegExp cannot be shared: it keeps the position/);
  });

  test('the position of a shared RegExp may be assigned if it stays 0', async () => {
    const lines = await linesTogether(`
    const w = { all: /a(.)/g, one: /a/ }, o = { seen: [] }, key = ['last', 'Index'].join('');
    const cases = [
      () => { w.all.lastIndex = 0; return ['abac'.match(w.all), w.all.lastIndex]; },
      () => { [w.one.lastIndex] = [0]; for (w.one.lastIndex of [0]); w.one.lastIndex += 0; w.one.lastIndex ||= 0; return w.one.test('ba'); },
      () => [Reflect.set(w.one, 'lastIndex', 0), Reflect.defineProperty(w.one, 'lastIndex', { value: 0, writable: true }), Reflect.defineProperty(w.one, 'lastIndex', { enumerable: true })],
      () => Object.assign(w.one, { lastIndex: 0 }).lastIndex,
      () => { const own = /b/g; own.lastIndex = 1; own.lastIndex++; return [own.lastIndex, own.exec('bbbb').index, own.lastIndex]; },
      () => { try { w.one.lastIndex++; return 1; } catch (e) { return e.constructor.name; } },
      () => { w.all[key] = 0; const re = w.one; re[key] += 0; [re[key]] = [0]; re[key] &&= 1; return [w.all.lastIndex, re[key], delete w[key]]; },
      () => { const own = /b/g; own[key] = 1; own[key]++; return own.lastIndex; },
      () => [() => { w.one[key] = 1; }, () => { w.one[key]++; }, () => { [w.one[key]] = [1]; }].map(f => { try { f(); return 'done'; } catch (e) { return /no lastIndex but 0/.test(e.message); } }),
    ];
    o.on('e', () => { for (const one of cases) o.seen.push(JSON.stringify(one())); });
    finish(() => o.emit('e')).ondone(() => { for (const line of o.seen) console.log(line); });
  `);
    assert.deepEqual(lines, [
      '[["ab","ac"],0]',
      'true',
      '[true,true,false]',
      '0',
      '[2,2,3]',
      '"TypeError"',
      '[0,0,true]',
      '2',
      '[true,true,true]',
    ]);
  });

  test('a shared object is not frozen, and gets no hidden property', async () => {
    const lines = await linesTogether(`
    const o = { list: [] };
    o.on('e', () => {});
    const refused = f => { try { f(); } catch (error) { console.log(error.message, /app\\.mjs:/.test(error.stack), /dist.src/.test(error.stack)); } };
    await null;
    refused(() => Object.freeze(o));
    refused(() => Object.defineProperty(o, 'hidden', { value: 1 }));
    refused(() => Object.defineProperty(o, 'computed', { get: () => 1 }));
    refused(() => Error.captureStackTrace(o));
    Object.defineProperty(o, 'open', { value: 1, writable: true, enumerable: true, configurable: true });
    Object.defineProperty(o, 'open', { value: 2 });
    console.log(o.open);
  `);
    const only = (name: string) =>
      `the property ${name} of a shared object cannot be hidden, read-only or a getter: assign it true false`;
    assert.deepEqual(lines, [
      'a shared object cannot be frozen or sealed: leave out Object.freeze true false',
      only('hidden'),
      only('computed'),
      only('stack'),
      '2',
    ]);
  });

  test('all threads see a stack that one captures for a shared error', async () => {
    const lines = await linesTogether(`
    const o = { error: new TypeError('wrong'), refused: '' };
    function capture() { Error.captureStackTrace(o.error); }
    o.on('e', () => {
      capture();
      try { Error.captureStackTrace(o); } catch (error) { o.refused = error.message; }
    });
    const own = {};
    finish(() => o.emit('e')).ondone(() => {
      for (const line of o.error.stack.split('\\n').slice(0, 2)) console.log(line.replace(/[(].*[/]/, '('));
      console.log(Object.keys(o.error).length, o.refused);
      Error.captureStackTrace(own);
      console.log(/^    at .*app[.]mjs:/.test(own.stack.split('\\n')[1]), Object.keys(own).length);
    });
  `);
    assert.deepEqual(lines, [
      'TypeError: wrong',
      '    at capture (app.mjs:3:32)',
      '0 the property stack of a shared object cannot be hidden, read-only or a getter: assign it',
      'true 0',
    ]);
  });

  test('an array of any length is shortened at once', async () => {
    const lines = await linesTogether(`
    const o = { list: [] };
    o.on('e', () => {
      o.list.length = 4294967295;
      o.list.length = 0;
      o.list[4294967290] = 1;
      o.list[100] = 2;
      o.list.length = 101;
    });
    finish(() => { o.emit('e'); }).ondone(() => console.log(o.list.length, o.list[100], Object.keys(o.list).join()));
  `);
    assert.deepEqual(lines, ['101 2 100']);
  });

  test('all threads have one clock', async () => {
    const lines = await linesTogether(`
    const began = performance.now();
    const clock = () => [performance.timeOrigin, performance.now()];
    spawn(clock).get(([origin, now]) =>
      console.log(origin === performance.timeOrigin, now > began - 5, now < performance.now() + 5));
  `);
    assert.deepEqual(lines, ['true true true']);
  });

  test('a function that is shared before a var of it has its value sees the later value', async () => {
    const { lines, errors } = await runTogether(
      `
    const { shared } = require('@hocket/quoll');
    var fixed = 1, api = { twice: n => 2 * api.once(n), once: n => n + fixed };
    var isEven = n => n === 0 || isOdd(n - 1), isOdd = n => n !== 0 && isEven(n - 1);
    const w = shared({ price: null, cost: null, tax: null, out: [] });
    w.price = n => n * rate();
    w.cost = () => { const inner = () => base; return inner(); };
    w.tax = class { get() { return later(); } };
    w.on('e', () => { w.out.push(w.price(2), w.cost(), new w.tax().get(), api.twice(3), isEven(4)); });
    w.emit('e').waitall('e', () => console.log(w.out.join()));
    function rate() { return factor; }
    var factor = 21;
    { var base = 7; }
    var later = () => 5;
    `,
      { name: 'app.cjs' },
    );
    assert.equal(errors, '');
    assert.deepEqual(lines, ['42,7,5,8,true']);
  });
});
