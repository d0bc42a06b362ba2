import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { linesOf, runProgram } from './programs.js';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('whole programs', TOGETHER, () => {
  test('transfers between accounts keep the sum, in every handler and at the end', async () => {
    const lines = await linesTogether(`
    const accounts = Array.from({ length: 8 }, () => ({ balance: 100 }));
    const bank = { transfers: 0, checks: 0 };
    const sum = () => accounts.reduce((total, account) => total + account.balance, 0);
    bank.on('transfer', (from, to, amount) => {
      accounts[from].balance -= amount;
      accounts[to].balance += amount;
      bank.transfers++;
    });
    bank.on('check', () => {
      if (sum() !== 800) throw new Error('the sum is ' + sum());
      bank.checks++;
    });
    for (let i = 0; i < 3000; i++) {
      bank.emit('transfer', i % 8, (i * 5 + 3) % 8, i % 17);
      if (i % 6 === 0) bank.emit('check');
    }
    let open = 2;
    const done = () => { if (--open === 0) console.log(bank.transfers, bank.checks, sum()); };
    bank.waitall('transfer', done).waitall('check', done);
  `);
    assert.deepEqual(lines, ['3000 500 800']);
  });

  test('a handler that throws leaves no trace except its report, and the program continues', async () => {
    const { lines, errors, status } = await runTogether(`
    const o = { n: 0, list: [] };
    o.on('bad', () => {
      o.n = 99;
      o.list.push('bad');
      o.emit('good');
      console.log('never seen');
      throw new RangeError('on purpose');
    });
    o.on('good', () => { o.n++; });
    o.emit('bad').emit('good').waitall('good', () => console.log(o.n, o.list.length));
  `);
    assert.deepEqual(lines, ['1 0']);
    assert.match(errors, /quoll: the handler of 'bad' failed: RangeError: on purpose/);
    assert.match(errors, /app\.mjs:8:13/);
    assert.equal(status, 0);
  });

  test('a handler that throws after it has shared a regular expression leaves its worker alive', async () => {
    const { lines, errors } = await runTogether(`
    const o = { r: null, n: 0 };
    o.on('bad', () => { o.r = /a/g; throw new Error('on purpose'); }).on('good', () => { o.n++; });
    o.emit('bad').emit('good').waitall('good', () => console.log(o.r, o.n));
  `);
    assert.deepEqual(lines, ['null 1']);
    assert.match(errors, /'bad' failed: Error: on purpose/);
  });

  test('a handler that throws prints nothing and starts no timer, on one thread too', async () => {
    const text = `
    const o = {};
    o.on('bad', () => {
      console.log('never seen');
      setTimeout(() => console.log('never run'), 1);
      throw new Error('on purpose');
    });
    o.on('good', () => {
      const seen = { n: 1 };
      console.log('seen', seen);
      seen.n = 2;
      const timer = setTimeout(() => console.log('cleared'), 1);
      clearTimeout(timer);
      setTimeout(text => console.log(text), 1, 'timer');
    });
    o.emit('bad').emit('good');
  `;
    for (const sequential of ['0', '1']) {
      const { lines, errors } = await runTogether(text, { environment: { QUOLL_SEQUENTIAL: sequential } });
      assert.deepEqual(lines, ['seen { n: 1 }', 'timer']);
      assert.match(errors, /on purpose/);
    }
  });

  test('an engine without WebAssembly runs the program on one thread', () => {
    const { lines, errors } = runProgram(
      `
    const o = { n: 0 };
    o.on('e', () => { o.n++; });
    for (let i = 0; i < 10; i++) o.emit('e');
    o.waitall('e', () => console.log(o.n, typeof WebAssembly));
    `,
      { environment: { NODE_OPTIONS: '--jitless' } },
    );
    assert.deepEqual(lines, ['10 undefined'], errors);
  });

  test('a handler that has killed two workers fails with a message, and the program continues', () => {
    const { lines, errors, status } = runProgram(
      `
    const o = {};
    o.on('grow', () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); });
    o.on('ok', () => console.log('still here'));
    o.emit('grow');
    o.waitall('grow', () => o.emit('ok'));
    `,
      { workers: 1, environment: { NODE_OPTIONS: '--max-old-space-size=100' } },
    );
    assert.match(
      errors,
      /quoll: the handler of 'grow' failed: Error: two workers died while they ran it; the second time, a worker died: .*memory limit/s,
    );
    assert.deepEqual(lines, ['still here']);
    assert.equal(status, 0);
  });

  test('more events than the queue has places are all handled', async () => {
    const lines = await linesTogether(`
    const o = {};
    const stats = { handled: 0 };
    stats.markEventual('handled', (global, initial, final) => global + final - initial);
    o.on('e', n => { stats.handled += n; });
    for (let i = 0; i < 20000; i++) o.emit('e', 1);
    o.waitall('e', () => console.log(stats.handled));
  `);
    assert.deepEqual(lines, ['20000']);
  });

  test('main turns and handlers that write the same fields are all serialized', async () => {
    const lines = await linesTogether(`
    const counter = { n: 0, byMain: 0 };
    counter.on('inc', () => { counter.n++; });
    for (let i = 0; i < 500; i++) {
      counter.emit('inc');
      await null;
      counter.n++;
      counter.byMain++;
    }
    finish(() => { for (let i = 0; i < 100; i++) async(() => { counter.n++; }); })
      .ondone(() => setTimeout(function check() {
        if (counter.n === 1100) console.log(counter.n, counter.byMain);
        else setTimeout(check, 10);
      }, 10));
  `);
    assert.deepEqual(lines, ['1100 500']);
  });

  test('a handler that does I/O runs again in the main realm, with its writes made once', async () => {
    const lines = await linesTogether(`
    import { existsSync } from 'node:fs';
    const o = { n: 0, there: undefined };
    o.on('look', path => {
      o.n++;
      o.there = existsSync(path);
    });
    o.emit('look', process.execPath).waitall('look', () => console.log(o.n, o.there));
  `);
    assert.deepEqual(lines, ['1 true']);
  });

  test('a handler pinned to the main realm may capture what cannot be shared', async () => {
    const lines = await linesTogether(`
    const o = { n: 0 };
    const map = new WeakMap([[o, 'secret']]);
    o.on('e', () => { o.n++; console.log(map.get(o), o.n); }, { realm: 'main' });
    o.emit('e');
  `);
    assert.deepEqual(lines, ['secret 1']);
  });

  test('a captured variable is one variable in all realms, fresh for each iteration of a loop', async () => {
    const lines = await linesTogether(`
    let count = 0;
    const o = {};
    const seen = [];
    for (let i = 0; i < 3; i++) {
      o.on('e', () => { i += 10; count++; seen.push(i); });
    }
    o.emit('e').emit('e').waitall('e', () => console.log(count, [...seen].sort((a, b) => a - b).join()));
  `);
    assert.deepEqual(lines, ['6 10,11,12,20,21,22']);
  });

  test('a program with nothing to do ends, and one without events starts no worker', async () => {
    assert.deepEqual(await linesTogether('const o = {}; o.on("e", () => {}); console.log("done");'), [
      'done',
    ]);
  });

  test('one worker runs the same program', async () => {
    const text = `
    const o = { sum: 0 };
    o.on('add', n => { o.sum += n; });
    for (let i = 1; i <= 100; i++) o.emit('add', i);
    o.waitall('add', () => console.log(o.sum));
  `;
    assert.deepEqual(await linesTogether(text, { workers: 1 }), ['5050']);
    assert.deepEqual(await linesTogether(text, { workers: 4 }), ['5050']);
  });

  test('a value that cannot be shared is refused where it is emitted', () => {
    const { errors, status } = runProgram(`
    const o = {};
    o.on('e', () => {});
    o.emit('e', new WeakMap());
  `);
    assert.match(errors, /this WeakMap cannot be shared/);
    assert.match(errors, /app\.mjs:4/);
    assert.equal(status, 1);
  });

  test('a loop continues over an array that its events publish', async () => {
    const lines = await linesTogether(`
    const data = [1, 2, 3, 4, 5];
    const double = i => { data[i] *= 2; };
    finish(() => { for (const n of data) async(double, n - 1); })
      .ondone(() => console.log(data.join(',')));
    const other = { items: ['a', 'b', 'c'], seen: [] };
    other.items.forEach(item => {
      other.once('item', function (text) { this.seen.push(text); }).emit('item', item);
    });
    other.waitall('item', () => console.log([...other.seen].sort().join(',')));
  `);
    assert.deepEqual(lines.sort(), ['2,4,6,8,10', 'a,b,c']);
  });

  test('errors of the language keep their class across realms', async () => {
    const lines = await linesTogether(`
    spawn(() => { throw new RangeError('far'); })
      .get(() => {}, error => console.log(error instanceof RangeError, error.message));
  `);
    assert.deepEqual(lines, ['true far']);
  });

  test('timers of a handler start when it commits, and can be cleared by another', async () => {
    const lines = await linesTogether(`
    const o = { n: 0, timer: undefined };
    o.on('start', () => {
      setTimeout(add => { o.n += add; o.emit('clear'); }, 1, 5);
      o.timer = setInterval(() => { o.n += 100; }, 1e9);
      setImmediate(() => { o.n += 10; });
    });
    o.on('clear', () => { clearInterval(o.timer); });
    o.emit('start');
    setTimeout(function check() {
      if (o.n === 15) console.log('15');
      else setTimeout(check, 5);
    }, 5);
  `);
    assert.deepEqual(lines, ['15']);
  });

  test('order of the results of mapred is that of the elements', async () => {
    const lines = await linesTogether(`
    Array.from({ length: 50 }, (_, i) => i).mapred(n => n * n, squares => squares.join(','))
      .ondone(text => console.log(text));
  `);
    assert.deepEqual(lines, [Array.from({ length: 50 }, (_, i) => i * i).join(',')]);
  });

  test('a value that cannot be shared is refused at the call, at any depth', () => {
    const lines = linesOf(`
    class Account { #balance = 1; get balance() { return this.#balance; } }
    class Savings extends Account {}
    const o = {};
    const refused = value => {
      try { o.emit('e', value); } catch (error) { console.log(error.code, error.message, /app\\.mjs:6:/.test(error.stack)); }
    };
    refused({ deep: new Map([['k', [new WeakMap()]]]) });
    refused([new Savings()]);
    refused(/x/y);
    refused({ 'x-y': { [Symbol('s')]: 1 } });
    refused([Object.seal({ a: 1 })]);
    refused({ f: { x: setTimeout } });
    refused((function* () {})());
    refused(new (class { get b() { return 1; } a = Object.freeze([{ get g() { return 1; } }]) })());
  `);
    const found = lines.map(line => line.replace(/file:\S*\//, ''));
    const refusals = [
      'this WeakMap cannot be shared: share the data in it as numbers, strings, plain objects or arrays (at deep.get("k")[0])',
      "this Savings cannot be shared: use a public field instead of '#balance', which no other realm can see; its class stands at app.mjs:2 (at [0])",
      'this RegExp cannot be shared: it keeps the position of the last match: make it where it is used, or use match, matchAll or replace',
      'this object cannot be shared: its property Symbol(s) has a symbol of one realm as its name; use Symbol.for(\'s\') (at ["x-y"])',
      'this object cannot be shared: it gets no further properties: leave out Object.seal, freeze it, or share a copy of it (at [0])',
      "the function setTimeout cannot be shared: function 'setTimeout' belongs to a module that does not use the API: write a function that uses it (at f.x)",
      'this object cannot be shared: share plain objects and instances of classes only',
      'this object cannot be shared: its property g has a getter or setter; use a method (at a[0])',
    ];
    assert.deepEqual(
      found,
      refusals.map(text => `QUOLL_CANNOT_SHARE ${text} true`),
    );
  });

  test('more arguments than a task takes are refused at their line, and in time to be caught', async () => {
    const { lines, errors } = await runTogether(`
    import { spawn } from '@hocket/quoll';
    const most = Array(255).fill(1), o = {};
    o.on('e', (...all) => { console.log(all.length); });
    for (const start of [() => o.emit('e', ...most), () => spawn((...all) => all.length, ...most)])
      try { start(); } catch (e) { console.log(e.message, /app\\.mjs:\\d+/.exec(e.stack)[0]); }
    o.emit('e', ...most.slice(1));
    o.on('f', () => { o.emit('e', ...most); }).emit('f');
    `);
    const refused = (what: string) => `${what} takes at most 254 arguments, not 255: pass an array`;
    assert.deepEqual(lines, [
      `${refused("event 'e'")} app.mjs:5`,
      `${refused('the task (anonymous) of spawn')} app.mjs:5`,
      '254',
    ]);
    assert.match(errors, /'f' failed: RangeError: event 'e' takes at most[^]*app\.mjs:8:/);
  });

  test('an accumulator that fails is reported with the name of its field, and the field keeps its value', async () => {
    const { lines, errors } = await runTogether(`
    const o = { when: 1, other: 2 };
    o.markEventual('when', () => new WeakMap()).markEventual('other', () => o.when);
    o.on('e', () => { o.when++; o.other++; });
    finish(() => { o.emit('e'); }).ondone(() => console.log(o.when, o.other));
  `);
    assert.deepEqual(lines, ['1 2']);
    assert.match(errors, /quoll: the accumulator of 'when' failed: TypeError: this WeakMap cannot be shared/);
    assert.match(
      errors,
      /quoll: the accumulator of 'other' failed: TypeError: an accumulator sees its arguments only/,
    );
  });

  test('a captured variable that cannot be shared is named, with its function', async () => {
    const { errors } = runProgram(`
    const seen = new WeakMap();
    const o = {};
    o.on('e', () => seen.get(o));
  `);
    assert.match(
      errors,
      /this WeakMap cannot be shared: .*\('seen', which the function at file:.*app\.mjs:4 captures\)/,
    );
    assert.match(errors, /^ +at .*app\.mjs:4:7( \{)?$/m);
  });

  test('code outside of handlers calls a function that a worker has made, with what it imports', async () => {
    const lines = await linesTogether(`
    import { basename } from 'node:path';
    const o = { f: null };
    o.on('make', () => { const suffix = '!'; o.f = path => basename(path) + suffix; });
    o.emit('make').waitall('make', () => console.log(o.f('/main/handler')), { realm: 'main' });
    await finish(() => { o.emit('make'); });
    console.log(o.f('/main/turn'));
  `);
    assert.deepEqual(lines.sort(), ['handler!', 'turn!']);
  });

  test('a guard whose label its turn or handler never emits is named once, with its place', () => {
    const program = `
    const w = {};
    w.on('e', () => { w.waitall('inner', () => console.log('inner')); });
    w.emit('e');
    w.waitall('never', () => console.log('never'));
    w.emit('e').waitall('e', () => console.log('e'));
  `;
    for (const environment of [{}, { QUOLL_SEQUENTIAL: '1' }]) {
      const { lines, errors, status } = runProgram(program, { environment, workers: 1 });
      assert.deepEqual(lines, ['e']);
      const told =
        /^quoll: the guard of '(\w+)' \(the function at .*\.mjs:(\d+)\) never ran: .*emitted no such event.*$/gm;
      assert.deepEqual([...errors.matchAll(told)].map(([, ...where]) => where.join()).sort(), [
        'inner,3',
        'never,5',
      ]);
      assert.equal(errors.replace(told, '').trim(), '');
      assert.equal(status, 0);
    }
  });

  test('a handler that captures a variable without a value runs where the variable gets it', async () => {
    const { lines, errors } = await runTogether(`
    const o = {};
    const done = new Promise(resolve => o.on('done', resolve, { realm: 'main' }));
    o.on('a', k => { console.log(k, CONFIG.x); });
    o.on('b', () => { try { later; } catch (error) { console.log(error.name); } o.emit('done'); });
    o.emit('a', 1).emit('b');
    await null;
    const CONFIG = { x: 'x' };
    await done;
    const later = 1;
    o.emit('a', 2);
  `);
    assert.equal(errors, '');
    assert.deepEqual(lines.sort(), ['1 x', '2 x', 'ReferenceError']);
  });

  test('an accumulator refuses at the call a value that it cannot combine, and a symbol of the language names the way out', async () => {
    const { lines } = await runTogether(`
    import { histogram, sum } from '@hocket/quoll';
    const w = { words: {}, names: [] };
    try { w.markEventual('words', histogram); } catch (e) { console.log(e.message, /app\\.mjs:4:/.test(e.stack)); }
    try { w.markEventual('names', sum); } catch (e) { console.log(e.message); }
    spawn(() => { w[Symbol.iterator] = [].values; }).get(() => {}, e => console.log(e.message));
  `);
    assert.deepEqual(lines, [
      "histogram cannot combine what the field 'words' holds (object): begin with new Map() true",
      "sum cannot combine what the field 'names' holds (Array): mark it with append",
      'the symbol Symbol(Symbol.iterator) cannot be shared: the language itself asks for it, so make it a member of a class',
    ]);
  });

  test('a program runs without a home, and where others may write in the cache', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoll-open-'));
    try {
      chmodSync(folder, 0o777);
      const text = `const o = {}; o.on('e', () => console.log('ran')); o.emit('e');`;
      for (const environment of [
        { HOME: '/dev/null', XDG_CACHE_HOME: '/dev/null' },
        { QUOLL_CACHE: folder },
      ]) {
        const { lines, errors } = runProgram(text, { environment });
        assert.deepEqual([errors, lines], ['', ['ran']]);
      }
      assert.deepEqual(readdirSync(folder), []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
