/** Asynchronous iteration over objects that change meanwhile. */
const cases = [
  async w => {
    const r = [];
    for await (const x of w.list) r.push(x);
    return r;
  },
  async w => {
    const r = [];
    for await (const x of w.list.map(async n => n * 2)) r.push(x);
    return r;
  },
  async w => {
    async function* g() {
      for (const x of w.list) {
        yield x;
        w.list.length < 6 && w.list.push(x);
      }
    }
    const r = [];
    for await (const x of g()) r.push(x);
    return [r, w.list];
  },
  async w => {
    const it = {
      [Symbol.asyncIterator]() {
        let i = 0;
        return {
          next: async () => ({ done: i >= 3, value: w.list[i++] }),
          return: async () => {
            w.o.closed = 1;
            return {};
          },
        };
      },
    };
    const r = [];
    for await (const x of it) {
      r.push(x);
      if (r.length === 2) break;
    }
    return [r, w.o];
  },
  async w => {
    const it = {
      *[Symbol.iterator]() {
        yield Promise.resolve(w.o);
        yield w.list;
      },
    };
    const r = [];
    for await (const { length, a = 5 } of it) r.push(length, a);
    return r;
  },
  async w => {
    async function* g() {
      try {
        yield 1;
        yield 2;
      } finally {
        w.o.f = 'done';
        await null;
        w.o.g = 'later';
      }
    }
    for await (const x of g()) break;
    return w.o;
  },
  async w => {
    async function* inner() {
      yield* w.list;
      return 'r';
    }
    async function* outer() {
      const x = yield* inner();
      yield x;
      yield* w.map;
    }
    const r = [];
    for await (const x of outer()) r.push(x);
    return r;
  },
  async w => {
    async function* g() {
      let x = 0;
      while (true) {
        const got = yield x;
        x += got ?? 1;
        if (x > 9) return w.o;
      }
    }
    const it = g();
    return [await it.next(), await it.next(4), await it.next(), await it.return(w.list), await it.next()];
  },
  async w => {
    async function* g() {
      try {
        yield w.o;
      } catch (e) {
        yield [e === w.list, e.length];
      }
    }
    const it = g();
    await it.next();
    return [await it.throw(w.list), await it.next()];
  },
  async w => {
    const r = [];
    for await (const [k, v] of w.map) {
      r.push(k, v);
      w.map.delete(k);
      if (r.length < 8) w.map.set(k + 'x', 1);
    }
    return [r, w.map.size];
  },
  async w => {
    const r = [];
    for await (const x of w.set) {
      r.push(x);
      await null;
      if (r.length < 4) w.set.add(r.length * 10);
    }
    return [r, [...w.set]];
  },
  async w => {
    class Q {
      #l = [];
      push(x) {
        this.#l.push(x);
        return this;
      }
      async *[Symbol.asyncIterator]() {
        while (this.#l.length) yield this.#l.shift();
      }
    }
    const q = new Q().push(w.o).push(w.list);
    const r = [];
    for await (const x of q) r.push(x === w.o, x === w.list);
    return r;
  },
  async w => {
    const gens = [1, 2].map(n =>
      (async function* () {
        for (const x of w.list) yield x * n;
      })(),
    );
    const r = [];
    for (const g of gens) for await (const x of g) r.push(x);
    return r;
  },
  async w => {
    try {
      for await (const x of [Promise.reject(new RangeError('no'))]);
    } catch (e) {
      w.o.e = e.message;
    }
    return w.o;
  },
  async w => {
    outer: for await (const x of w.list) {
      for await (const y of w.list) {
        if (y === x) continue outer;
        w.o[`${x}${y}`] = 1;
      }
    }
    return w.o;
  },
  async w => {
    const all = await Promise.all(
      w.list.map(async (x, i) => {
        await null;
        w.list[i] = x + 1;
        return w.list.length;
      }),
    );
    return [all, w.list];
  },
  async w => {
    const rs = await Promise.allSettled([
      w.o,
      Promise.reject(w.list),
      (async () => {
        throw w.map;
      })(),
    ]);
    return rs.map(({ status, value, reason }) => [
      status,
      value === w.o,
      reason === w.list,
      reason === w.map,
    ]);
  },
  async w => {
    const m = new Map(),
      { set } = m;
    m.set = function (k, v) {
      return set.call(this, k, v + 1);
    };
    m.set('a', 1);
    w.m = new Map(m);
    return [w.m.get('a'), m.get('a')];
  },
  async w => {
    const f = async function* (n) {
      if (n > 0) {
        yield n;
        yield* f(n - 1);
      }
    };
    const r = [];
    for await (const x of f(3)) {
      r.push(x);
      w.list.unshift(x);
    }
    return [r, w.list];
  },
];

export default async w => {
  const results = [];
  for (const one of cases) results.push(await one(w));
  return results;
};
