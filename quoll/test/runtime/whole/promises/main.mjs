import { once } from 'node:events';
import { Readable } from 'node:stream';
import { callbackify, inspect } from 'node:util';
const cases = [
  async w => {
    const r = [];
    for (const x of w.list) {
      r.push(x);
      await null;
      w.list2 = r.length;
    }
    return [r, w.list2];
  },
  async w => {
    const sleep = (ms, v) => new Promise(r => setTimeout(r, ms, v));
    const fast = sleep(1, 'fast');
    const r = await Promise.race([fast.then(() => sleep(5, 'slow')), fast]);
    return [r, await Promise.all(w.list.map(x => sleep(x, x * 2)))];
  },
  async w => {
    try {
      await (async () => {
        w.o.a = 'changed';
        await null;
        throw new RangeError('deep');
      })();
    } catch (e) {
      return [e.name, e.message, w.o.a];
    } finally {
      w.fin = true;
    }
  },
  async w => {
    const lock = {
      p: Promise.resolve(),
      run(f) {
        const r = this.p.then(f);
        this.p = r.catch(() => {});
        return r;
      },
    };
    const order = [];
    await Promise.all(
      [3, 1, 2].map(n =>
        lock.run(async () => {
          order.push('s' + n);
          await null;
          order.push('e' + n);
        }),
      ),
    );
    return order;
  },
  async w => {
    async function* pages() {
      let page = 0;
      while (page < 3) {
        await null;
        yield { page, items: w.list.map(x => x + page) };
        page++;
      }
    }
    const all = [];
    for await (const {
      page,
      items: [first, ...rest],
    } of pages()) {
      if (page === 1) continue;
      all.push(first, rest.length);
    }
    return all;
  },
  async w => {
    class Cache {
      #m = new Map();
      async get(k, f) {
        if (!this.#m.has(k)) this.#m.set(k, f(k));
        return this.#m.get(k);
      }
    }
    const c = new Cache();
    let calls = 0;
    const f = async k => {
      calls++;
      await null;
      return w.o[k];
    };
    const [a, b] = await Promise.all([c.get('b', f), c.get('b', f)]);
    return [a === b, a === w.o.b, calls];
  },
  async w => {
    const res = await Promise.allSettled([
      Promise.reject(w.error),
      w.o,
      new Promise(r => queueMicrotask(() => r(w.list))),
    ]);
    return [res.map(x => x.status), res[0].reason === w.error, res[1].value === w.o, res[2].value === w.list];
  },
  async w => {
    const any = await Promise.any([Promise.reject(1), Promise.resolve(w.map)]).then(m => m === w.map);
    const agg = await Promise.any([Promise.reject(1), Promise.reject(2)]).catch(e => [
      e.constructor.name,
      e.errors,
    ]);
    return [any, agg];
  },
  async w => {
    let resolve;
    const gate = new Promise(r => {
      resolve = r;
    });
    const waiting = (async () => {
      const v = await gate;
      w.o.got = v;
      return v;
    })();
    setTimeout(() => resolve(w.list), 1);
    const v = await waiting;
    return [v === w.list, w.o.got === w.list];
  },
  async w => {
    const thenable = {
      then(ok, no) {
        w.n++;
        ok(w.o);
      },
    };
    const a = await thenable;
    return [a === w.o, w.n, await { then: (_, no) => no(new Error('t')) }.then.call(null, 0, e => e.message)];
  },
  async w => {
    const it = {
      async *[Symbol.asyncIterator]() {
        try {
          yield* w.names;
          yield w.o;
        } finally {
          w.closed = true;
        }
      },
    };
    for await (const x of it) if (x === 'a') break;
    const r = [];
    for await (const x of it) r.push(typeof x);
    return [w.closed, r];
  },
  async w => {
    const f = async ({ a, b: { c } = {} }, ...xs) => [a, c];
    return await f(w.o);
  },
  async w => {
    const r = [];
    const g = (async function* () {
      const x = yield 1;
      r.push(x);
      try {
        yield 2;
      } catch (e) {
        r.push(e.message);
        yield 3;
      }
    })();
    r.push(await g.next(), await g.next(w.o.a), await g.throw(new Error('boo')), await g.next());
    return r;
  },
  async w => {
    const tasks = w.list.map((n, i) => async () => {
      for (let k = 0; k < n; k++) await null;
      w.set.add('t' + i);
      return i;
    });
    let out = [];
    for (const t of tasks) out.push(await t());
    return [out, [...w.set]];
  },
  async w => {
    const o = {
      n: 0,
      async inc() {
        const { n } = this;
        await null;
        this.n = n + 1;
        return this;
      },
    };
    w.acc = o;
    await Promise.all([w.acc.inc(), w.acc.inc()]);
    const lost = w.acc.n;
    await (await w.acc.inc()).inc();
    return [lost, w.acc.n];
  },
  async w => {
    const log = [];
    const d = async (f, ms) => {
      const t = setTimeout(() => log.push('late'), ms + 50);
      try {
        return await f();
      } finally {
        clearTimeout(t);
      }
    };
    const v = await d(async () => w.o.b, 0);
    await new Promise(r => setImmediate(r));
    return [v === w.o.b, log];
  },
  async w => {
    const e = await import('node:events');
    const em = new e.EventEmitter();
    setTimeout(() => em.emit('x', w.o), 1);
    const [got] = await e.once(em, 'x');
    got.seen = 1;
    return [got === w.o, w.o.seen];
  },
  async w => {
    const retry = async (f, n) => {
      for (let i = 0; ; i++)
        try {
          return await f(i);
        } catch (e) {
          if (i >= n) throw new Error('gave up: ' + e.message, { cause: e });
        }
    };
    return [
      await retry(async i => {
        if (i < 2) throw new Error(i);
        return i;
      }, 3),
      await retry(async () => {
        throw w.error;
      }, 1).catch(e => [e.message, e.cause === w.error]),
    ];
  },
  async w => {
    label: for (const x of w.nested) {
      for await (const y of x) {
        if (Array.isArray(y)) continue label;
        if (y === 2) break label;
        w.list.push(await y);
      }
    }
    return w.list;
  },
  async w => {
    const x = (await Promise.resolve(w.o?.b?.c)) ?? 'none';
    const y = (await null)?.z ?? (await w.text);
    w.o.a += await 5;
    w.list[await 0] = await 'first';
    const { [await 'a']: z } = w.o;
    return [x, y, w.o.a, w.list, z, `${await w.n}`, [...(await w.names)], (await w.list).length];
  },
  async w => {
    const s = [];
    const p1 = (async () => {
      s.push(1);
      await null;
      s.push(3);
    })();
    s.push(2);
    await p1;
    s.push(4);
    await Promise.resolve()
      .then(() => s.push(5))
      .finally(() => s.push(6));
    return s;
  },
  async w => {
    class Res {
      constructor(n) {
        this.n = n;
      }
      async open() {
        w.list.push('open' + this.n);
        return this;
      }
      async close() {
        await null;
        w.list.push('close' + this.n);
      }
    }
    const using = async (r, f) => {
      const x = await r.open();
      try {
        return await f(x);
      } finally {
        await x.close();
      }
    };
    const v = await using(new Res(1), a => using(new Res(2), async b => a.n + b.n));
    return [v, w.list.slice(3)];
  },
  async w => {
    return await new Promise(r => r(w.list)).then(v => v === w.list);
  },
  async w => {
    let got;
    await new Promise(r => setTimeout(r, 1, w.o)).then(v => {
      got = v;
    });
    return got === w.o;
  },
  async w => {
    const [a] = await Promise.all([new Promise(r => setTimeout(r, 1, w.list))]);
    return a === w.list;
  },
  async w => {
    const p1 = new Promise((_, r) => r(w.o));
    return [
      await p1.catch(e => e === w.o),
      await p1.then(null, e => e === w.o),
      (await p1.catch(e => e)) === w.o,
    ];
  },
  async w => {
    const q = [];
    const ask = () => new Promise(r => q.push(r));
    const a = ask();
    q.shift()({ list: w.list });
    const { list } = await a;
    const b = ask();
    q.shift()([w.o]);
    return [list === w.list, (await b)[0] === w.o, (await b).includes(w.o)];
  },
  async w => {
    const seen = new Map();
    const p1 = new Promise(r => r(w.o));
    await p1.then(v => seen.set(v, 1));
    return [seen.get(w.o), seen.size];
  },
  async w => {
    const got = [];
    await new Promise(done =>
      callbackify(async () => w.o)((e, v) => {
        got.push(v === w.o, inspect(v));
        done();
      }),
    );
    for await (const x of Readable.from(
      (async function* () {
        yield new Promise(r => r(w.o));
      })(),
    ))
      got.push(x === w.o, Object.keys(x));
    return got;
  },
];
export default async function main(w) {
  const results = [typeof once];
  for (const one of cases) results.push(await one(w));
  return results;
}
