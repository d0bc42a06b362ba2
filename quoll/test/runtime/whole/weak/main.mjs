/** Weak collections whose methods the program replaces or calls by themselves. */
const cases = [
  async w => {
    const set = WeakMap.prototype.set;
    const seen = [];
    class Spy extends WeakMap {
      set(k, v) {
        seen.push(v);
        return super.set(k, v);
      }
      get(k) {
        return [super.get(k)];
      }
    }
    const m = new Spy([[w.o, 1]]);
    m.set(w.list, 2);
    return [seen, m.get(w.o), m.get(w.list), m.has(w.map), m.delete(w.o), m.get(w.o)];
  },
  async w => {
    const m = new WeakMap();
    m.set = function (k, v) {
      return WeakMap.prototype.set.call(this, k, [v]);
    };
    m.set(w.o, 1);
    m.get = k => WeakMap.prototype.get.call(m, k)[0] + 1;
    return [m.get(w.o), WeakMap.prototype.get.call(m, w.o), m.has(w.o)];
  },
  async w => {
    const m = new WeakMap(),
      { get, set, has } = m;
    set.call(m, w.o, w.list);
    return [
      get.call(m, w.o) === w.list,
      Reflect.apply(has, m, [w.o]),
      [w.o, w.list].map(has, m),
      set.bind(m, w.list)(5) === m,
      m.get(w.list),
    ];
  },
  async w => {
    const s = new WeakSet(w.objects);
    const { add } = WeakSet.prototype;
    s.add = function (x) {
      w.o.n = (w.o.n ?? 0) + 1;
      return add.call(this, x);
    };
    s.add(w.o).add(w.o);
    return [w.objects.every(x => s.has(x)), s.has(w.o), w.o.n];
  },
  async w => {
    const { get } = WeakMap.prototype;
    WeakMap.prototype.get = function (k) {
      return get.call(this, k) ?? 'none';
    };
    try {
      const m = new WeakMap([[w.o, 1]]);
      return [m.get(w.o), m.get(w.list), m.get({})];
    } finally {
      WeakMap.prototype.get = get;
    }
  },
  async w => {
    const { set } = WeakMap.prototype;
    const log = [];
    WeakMap.prototype.set = function (k, v) {
      log.push(k === w.o);
      return set.call(this, k, v);
    };
    try {
      const m = new WeakMap([[w.o, 1]]);
      m.set(w.list, 2);
      return [log, m.get(w.o), m.get(w.list)];
    } finally {
      WeakMap.prototype.set = set;
    }
  },
  async w => {
    const memo = new WeakMap();
    const sum = o =>
      memo.get(o) ??
      (memo.set(
        o,
        Object.values(o)
          .filter(x => typeof x === 'number')
          .reduce((a, b) => a + b, 0),
      ),
      memo.get(o));
    const r = [sum(w.o), sum(w.o)];
    w.o.a = 100;
    return [r, sum(w.o), memo.has(w.o)];
  },
  async w => {
    const m = new (class extends WeakMap {
      getOr(k, f) {
        if (!this.has(k)) this.set(k, f());
        return this.get(k);
      }
    })();
    const a = m.getOr(w.o, () => []);
    a.push(1);
    m.getOr(w.o, () => 0).push(2);
    return [m.getOr(w.o), a];
  },
  async w => {
    const ref = new WeakRef(w.o);
    const d = WeakRef.prototype.deref;
    ref.deref = function () {
      return [d.call(this)];
    };
    return [ref.deref()[0] === w.o, d.call(ref) === w.o];
  },
  async w => {
    const m = new WeakMap();
    await null;
    m.set(w.o, 'x');
    await null;
    w.o.a++;
    await null;
    return [m.get(w.o), w.o.a];
  },
  async w => {
    const m = new WeakMap();
    const k = { own: 1 };
    m.set(k, 'before');
    w.k = k;
    await null;
    return [m.get(k), m.get(w.k), k === w.k, m.has(w.k)];
  },
];

export default async w => {
  const results = [];
  for (const one of cases) results.push(await one(w));
  return results;
};
