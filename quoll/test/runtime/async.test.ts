import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesTogether, runTogether, TOGETHER } from './together.js';

describe('promises and timers', TOGETHER, () => {
  describe('an async handler', () => {
    test('has parts between the disposals of `await using`, and its exception undoes the part that it leaves', async () => {
      const { lines, errors } = await runTogether(`
      const o = { n: 0, ends: [], seen: [], early: 0 };
      class Resource {
        constructor(name, isBad = false) { this.name = name; this.isBad = isBad; }
        async [Symbol.asyncDispose]() {
          await spawn(() => { o.ends.push(this.name); });
          if (this.isBad) throw new Error('end of ' + this.name);
        }
      }
      o.on('block', async () => {
        {
          await using a = new Resource('a'), none = null;
          using b = { [Symbol.dispose]: () => { o.ends.push('b'); } };
          await using c = new Resource('c');
          o.n += a.name === 'a' && c.name === 'c' ? 1 : 100;
        }
        o.seen.push('after block', o.ends.join(''));
      });
      o.on('loops', async () => {
        outer: for (await using x of [new Resource('x'), new Resource('y'), new Resource('z')]) {
          if (x.name === 'x') continue;
          for (await using i = new Resource('i'), j = null; ;) { o.seen.push('breaks'); break outer; }
        }
        for await (await using d of [new Resource('d')]) o.seen.push(await (async () => { await using e = new Resource('e'); return e.name; })());
        o.seen.push('after loops');
      });
      o.on('bad', async () => {
        o.seen.push('kept');
        await null;
        await using f = new Resource('f', true);
        o.seen.push('lost');
        throw new Error('on purpose');
      });
      o.on('caught', async () => {
        try {
          await using g = new Resource('g', true), h = new Resource('h', true);
          o.seen.push('lost too');
          throw new Error('inside');
        } catch ({ name, error, suppressed }) {
          o.seen.push(name, error.message, suppressed.error.message, suppressed.suppressed.message);
        }
        await null;
        try { await using no = 1; } catch (error) { o.seen.push(error.name); }
      });
      const bad = () => ({ [Symbol.asyncDispose]() { o.early = 1; throw new Error('early'); } });
      o.on('early', async () => {
        try { await using r = bad(); throw new Error('inside'); } catch {}
        async function* steps() { await using r = bad(); yield 1; }
        try { for await (const step of steps()) break; } catch {}
      });
      for (const label of ['block', 'loops', 'bad', 'caught', 'early']) await finish(() => { o.emit(label); });
      console.log(o.n, o.ends.join(''), o.early);
      console.log(o.seen.join());
    `);
      assert.deepEqual(lines, [
        '1 cbaxiyedfhg 0',
        'after block,cba,breaks,e,after loops,kept,SuppressedError,end of g,end of h,inside,TypeError',
      ]);
      assert.match(errors, /the handler of 'bad' failed: SuppressedError/);
    });

    test('that throws undoes the part between two awaits that it leaves, and no other', async () => {
      const { lines, errors, status } = await runTogether(`
      const o = { first: 0, second: 0, seen: [] };
      o.on('seen', which => { o.seen.push(which); });
      o.on('e', async () => {
        o.first = 1;
        o.emit('seen', 'first');
        await null;
        o.second = 1;
        o.emit('seen', 'second');
        console.log('never printed');
        setTimeout(() => console.log('never run'), 1);
        throw new RangeError('on purpose');
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.first, o.second, o.seen.join()));
    `);
      assert.deepEqual(lines, ['1 0 first']);
      assert.match(errors, /quoll: the handler of 'e' failed: RangeError: on purpose/);
      assert.match(errors, /app\.mjs:12:15/);
      assert.equal(status, 0);
    });

    test('that throws before its first await leaves nothing, whatever it awaits later', async () => {
      const { lines } = await runTogether(`
      const o = { n: 0, seen: 0 };
      o.on('seen', () => { o.seen++; });
      o.on('early', async () => {
        o.n = 1;
        o.emit('seen');
        if (o.n === 1) throw new Error('on purpose');
        await null;
      });
      o.on('arrow', async () => o.missing.field);
      finish(() => { o.emit('early').emit('arrow'); }).ondone(() => console.log(o.n, o.seen));
    `);
      assert.deepEqual(lines, ['0 0']);
    });

    test('continues in a part of its own when it catches an exception of an await', async () => {
      const { lines, errors } = await runTogether(`
      const o = { steps: [] };
      o.on('e', async () => {
        try {
          await Promise.reject(new Error('caught'));
        } catch (error) {
          o.steps.push(error.message);
        }
        try {
          o.steps.push('before');
          await Promise.reject(new Error('passes'));
        } finally {
          o.steps.push('undone');
        }
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.steps.join()));
    `);
      assert.deepEqual(lines, ['caught,before']);
      assert.match(errors, /passes/);
    });

    test('shares its part with a function that it calls until that one awaits, and no longer', async () => {
      const lines = await linesTogether(`
      const o = { called: 0, resumed: 0, caller: 0 };
      const helper = async () => {
        o.called++;
        await null;
        o.resumed++;
        throw new Error('caught by the caller');
      };
      o.on('e', async () => {
        const running = helper();
        o.caller++;
        try { await running; } catch { o.caller++; }
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.called, o.resumed, o.caller));
    `);
      assert.deepEqual(lines, ['1 0 2']);
    });

    test('ends a part at each step of a for await, also of a generator', async () => {
      const { lines } = await runTogether(`
      const o = { steps: [] };
      async function* numbers() {
        for (let i = 1; ; i++) {
          o.steps.push('g' + i);
          yield i;
        }
      }
      o.on('e', async () => {
        for await (const n of numbers()) {
          o.steps.push('h' + n);
          if (n === 3) throw new Error('on purpose');
        }
      });
      o.on('f', async () => {
        outer: for await (const n of [Promise.resolve(1), 2, 3]) {
          for await (const m of [1, 2]) {
            if (m === 2) continue outer;
            o.steps.push('f' + n);
          }
        }
        o.steps.push('end');
      });
      finish(() => { o.emit('e'); }).ondone(() => finish(() => { o.emit('f'); }).ondone(() => console.log(o.steps.join())));
    `);
      assert.deepEqual(lines, ['g1,h1,g2,h2,g3,f1,f2,f3,end']);
    });

    test('continues in a part of its own after a jump out of a for await to an outer label', async () => {
      const { lines } = await runTogether(`
      const o = { left: 0, next: 0 };
      o.on('break', async () => {
        outer: for (let i = 0; i < 2; i++) {
          for await (const n of [1, 2]) break outer;
        }
        o.left = 1;
        throw new Error('on purpose');
      });
      o.on('continue', async () => {
        outer: for (let i = 0; i < 2; i++) {
          if (i === 1) {
            o.next = 1;
            throw new Error('on purpose');
          }
          for await (const n of [1, 2]) continue outer;
        }
      });
      finish(() => { o.emit('break').emit('continue'); }).ondone(() => console.log(o.left, o.next));
    `);
      assert.deepEqual(lines, ['0 0']);
    });

    test('undoes the step of a for await whose body an exception leaves, also one that the function catches', async () => {
      const { lines } = await runTogether(`
      const o = { steps: [], caught: '' };
      o.on('e', async () => {
        try {
          for await (const n of [1, 2]) {
            o.steps.push(n);
            if (n === 2) throw new Error('on purpose');
          }
        } catch (error) {
          o.caught = error.message;
        }
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.steps.join(), o.caught));
    `);
      assert.deepEqual(lines, ['1 on purpose']);
    });

    test('ends a part where an async generator returns a value, which awaits it', async () => {
      const { lines } = await runTogether(`
      const o = { n: 0 };
      async function* g() {
        await null;
        o.n = 1;
        return Promise.reject(new Error('on purpose'));
      }
      o.on('e', async () => { for await (const x of g()); });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.n));
    `);
      assert.deepEqual(lines, ['1']);
    });

    test('iterates over an array that it shares in a loop with a for await in it', async () => {
      const lines = await linesTogether(`
      const o = { list: undefined, steps: 0 };
      o.on('e', async () => {
        const list = [1, 2, 3];
        for (const a of list) {
          o.list = list;
          for await (const x of [1]) o.steps++;
        }
      });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.steps));
    `);
      assert.deepEqual(lines, ['3']);
    });

    for (const [what, f] of [
      ['a promise of a worker', '() => Promise.resolve(new WeakMap())'],
      ['an async function', 'async () => { await null; return new WeakMap(); }'],
      ['a promise that is rejected', '() => Promise.reject(new WeakMap())'],
      ['an async function that throws', 'async () => { await null; throw new WeakMap(); }'],
    ] as const) {
      test(`fails if what it ends with cannot be shared: ${what}`, async () => {
        const { lines, status } = await runTogether(`
        spawn(${f}).get(() => console.log('a result'), error => console.log(error.message));
      `);
        assert.equal(lines.length, 1);
        assert.match(lines[0]!, /WeakMap/);
        assert.equal(status, 0);
      });
    }

    test('is atomic between its awaits for handlers that run in parallel', async () => {
      const lines = await linesTogether(`
      const o = { a: 0, b: 0, checks: 0 };
      o.on('write', async () => {
        for (let i = 0; i < 50; i++) {
          o.a++;
          o.b++;
          await null;
        }
      });
      o.on('check', left => {
        if (o.a !== o.b) throw new Error(o.a + ' is not ' + o.b);
        o.checks++;
        if (left > 0) o.emit('check', left - 1);
      });
      finish(() => { o.emit('write').emit('write').emit('check', 200).emit('check', 200); })
        .ondone(() => console.log(o.a, o.b, o.checks));
    `);
      assert.deepEqual(lines, ['100 100 402']);
    });

    test('called by a handler in a worker takes that handler to the main realm', async () => {
      const lines = await linesTogether(`
      const o = { n: 0 };
      const later = async () => { o.n++; await null; o.n++; };
      o.on('e', () => { o.n += 10; void later(); });
      o.on('check', () => { if (o.n === 24) console.log('24'); else o.emit('check'); });
      o.emit('e').emit('e').emit('check');
    `);
      assert.deepEqual(lines, ['24']);
    });
  });

  describe('code outside of handlers', () => {
    test('is not undone by an exception after an await', async () => {
      const lines = await linesTogether(`
      const o = { n: 0 }.on('e', () => {});
      const main = async () => { await null; o.n = 1; throw new Error('caught'); };
      await main().catch(() => undefined);
      console.log(o.n);
    `);
      assert.deepEqual(lines, ['1']);
    });
  });

  describe('the callback of a promise that a worker makes', () => {
    test('runs there, once for each commit, as a transaction of its own', async () => {
      const lines = await linesTogether(`
      import { isMainThread } from 'node:worker_threads';
      const o = { runs: 0, callbacks: 0, inMain: 0 };
      o.on('e', by => {
        o.runs++;
        Promise.resolve(by)
          .then(by => { o.callbacks += by; if (isMainThread) o.inMain++; return by; })
          .then(by => { o.callbacks += by; })
          .finally(() => { o.callbacks += 100; });
      });
      finish(() => { for (let i = 0; i < 300; i++) o.emit('e', 1); })
        .ondone(() => console.log(o.runs, o.callbacks, o.inMain));
    `);
      assert.deepEqual(lines, ['300 30600 0']);
    });

    test('undoes only its own writes when it throws, and rejects its promise', async () => {
      const { lines, errors, status } = await runTogether(`
      process.once('unhandledRejection', error => console.log('open', error.message));
      const o = { handler: 0, callback: 0, caught: '' };
      o.on('taken', () => {
        o.handler++;
        Promise.resolve().then(() => { o.callback++; throw new Error('taken'); }).catch(e => { o.caught = e.message; });
      });
      o.on('open', () => {
        o.handler++;
        Promise.resolve().then(() => { o.callback++; throw new Error('open'); });
      });
      finish(() => { o.emit('taken').emit('open'); }).ondone(() => console.log(o.handler, o.callback, o.caught));
    `);
      assert.deepEqual(lines.sort(), ['2 0 taken', 'open open']);
      assert.equal(errors, '');
      assert.equal(status, 0);
    });

    test('is a transaction when a job of the host settles its promise, which Node does not list', async () => {
      const lines = await linesTogether(`
      const o = { bytes: 0 };
      o.on('e', () => crypto.subtle.digest('SHA-512', new Uint8Array(2e7)).then(bits => { o.bytes += bits.byteLength; }));
      for (let i = 0; i < 4; i++) o.emit('e');
      o.waitall('e', () => console.log(o.bytes));
    `);
      assert.deepEqual(lines, ['256']);
    });

    test('settles the result of a handler that returns the promise', async () => {
      const lines = await linesTogether(`
      const far = error => error.name + ' ' + error.message;
      console.log(await spawn(() => Promise.resolve(20).then(n => n + 1).then(n => 2 * n)));
      console.log(await spawn(() => Promise.reject(new RangeError('far'))).then(() => 'resolved', far));
      console.log(await spawn(() => new Promise(() => {})).then(() => 'resolved', far));
    `);
      assert.deepEqual(lines, [
        '42',
        'RangeError far',
        'Error the promise that it returned can no longer be settled',
      ]);
    });

    test('is awaited by the guard of a handler that returns the promise', async () => {
      const lines = await linesTogether(`
      import { sum } from '@hocket/quoll';
      const o = { n: 0, total: 0 };
      o.markEventual('total', sum);
      o.on('e', () => Promise.resolve(1).then(by => { o.n += by; o.total += by; }));
      for (let i = 0; i < 100; i++) o.emit('e');
      o.waitall('e', () => console.log(o.n, o.total));
    `);
      assert.deepEqual(lines, ['100 100']);
    });

    test('made of a timer settles, although the functions that settle it cross to no other realm', async () => {
      const text = `
const w = { n: 0, m: 0 }, sleep = ms => new Promise(resolve => setTimeout(resolve, ms, 'slept'));
w.on('a', () => { w.n++; new Promise(resolve => setTimeout(resolve, 5)).then(() => { console.log('later ' + w.n); }); }).emit('a');
w.on('b', () => sleep(5).then(text => { w.m++; return text; })).emit('b').emit('b');
w.waitall('b', () => console.log('guard ' + w.m));
finish(() => { w.emit('b'); }).ondone(() => console.log('finished'));
spawn(() => new Promise((_, reject) => setTimeout(() => reject(new Error('no')), 5))).get(() => 1, e => console.log(e.message));
spawn(() => sleep(1)).get(text => console.log(text));`;
      const expected = ['finished', 'later 1', 'no', 'slept'];
      for (const QUOLL_SEQUENTIAL of ['0', '1']) {
        const { lines, errors } = await runTogether(text, { environment: { QUOLL_SEQUENTIAL } });
        assert.equal(errors, '');
        assert.deepEqual(lines.filter(line => !line.startsWith('guard')).sort(), expected);
        assert.match(lines.join(), /guard [23]/);
      }
    });

    test('moves to the main realm for operations that only that realm can perform', async () => {
      const lines = await linesTogether(`
      import { writeSync } from 'node:fs';
      const o = { n: 0 };
      o.on('e', () => { Promise.resolve('written').then(text => { o.n++; writeSync(1, text + '\\n'); }); });
      finish(() => { o.emit('e'); }).ondone(() => console.log(o.n));
    `);
      assert.deepEqual(lines, ['written', '1']);
    });
  });

  describe('timers of handlers', () => {
    for (const [where, placement] of [
      ['a worker', ''],
      ['the main realm', ", { realm: 'main' }"],
    ]) {
      test(`of ${where} are cleared by handlers in any realm and by code outside of handlers`, async () => {
        const lines = await linesTogether(`
        const o = { timers: [], fired: 0 };
        o.on('set', () => {
          for (let i = 0; i < 3; i++) o.timers.push(setInterval(() => { o.fired++; }, 1e9));
          o.timers.push(setTimeout((a, b) => { o.fired += a + b; o.emit('fired'); }, 1, 1, 2));
        }${placement});
        o.on('worker', () => { clearInterval(o.timers[0]); });
        o.on('main', () => { clearInterval(o.timers[1]); }, { realm: 'main' });
        finish(() => { o.emit('set'); }).ondone(() => {
          o.emit('worker').emit('main');
          clearInterval(o.timers[2]);
        });
        o.on('fired', () => console.log(o.fired), { realm: 'main' });
      `);
        assert.deepEqual(lines, ['3']);
      });

      test(`of ${where} do not start when it throws, and an exception of theirs undoes what they wrote`, async () => {
        const { lines, errors } = await runTogether(`
        process.once('uncaughtException', error => console.log(error.message));
        const o = { n: 0 };
        o.on('bad', () => { setTimeout(() => console.log('never run'), 1); throw new Error('bad'); }${placement});
        o.on('set', () => {
          setTimeout(() => { o.n = 1; o.emit('lost'); throw new Error('in a timer'); }, 1);
          setTimeout(() => { o.emit('end'); }, 2);
        }${placement});
        o.on('lost', () => console.log('never emitted'));
        o.on('end', () => console.log(o.n));
        o.emit('bad').emit('set');
      `);
        assert.deepEqual(lines.sort(), ['0', 'in a timer']);
        assert.match(errors, /^quoll: the handler of 'bad' failed: Error: bad/);
      });
    }

    test('of a worker do not start if they are cleared before the main realm is notified of them', async () => {
      const lines = await linesTogether(`
      const o = { timer: undefined, fired: false };
      o.on('warm', () => {});
      o.on('set', () => { o.timer = setTimeout(() => { o.fired = true; console.log('fired'); }, 1); });
      await finish(() => { o.emit('warm'); });
      o.emit('set');
      // The main realm takes no task while these turns go on. They read the field ever more rarely, so that the worker
      // commits between two of them.
      for (let ms = 2; !o.timer && ms < 20_000; ms *= 2) {
        await null;
        for (const end = performance.now() + ms; performance.now() < end;);
      }
      if (!o.timer) throw new Error('the worker has set no timer');
      clearTimeout(o.timer);
      setTimeout(() => console.log(o.fired), 20);
    `);
      assert.deepEqual(lines, ['false']);
    });

    test('end the program only when all have run or are cleared', async () => {
      const lines = await linesTogether(`
      const o = { ticks: 0 };
      o.on('start', () => { o.timer = setInterval(() => { if (++o.ticks === 3) { clearInterval(o.timer); console.log(o.ticks); } }, 1); });
      o.emit('start');
    `);
      assert.deepEqual(lines, ['3']);
    });
  });
});
