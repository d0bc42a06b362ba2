// Measures accesses to shared objects inside one handler, after the first access, as a multiple of the same access to plain objects. Each
// figure is the least of many short runs, so that other programs affect it little.
const N = 1000;
const REPEATS = 40;
const RUNS = process.env.QUICK ? 3 : 60;

const make = () => ({
  list: Array.from({ length: N }, (_, i) => i),
  o: { x: 0, y: 1, z: 2 },
  map: new Map(Array.from({ length: 100 }, (_, i) => ['key ' + i, i])),
  names: { a: 1, b: 2, c: 3, d: 4, e: 5 },
});
const shared = make();
const keys = Array.from({ length: 100 }, (_, i) => 'key ' + i);

const ways = {
  'list[i]': w => {
    const { list } = w;
    let sum = 0;
    for (let i = 0; i < list.length; i++) sum += list[i];
    return sum;
  },
  'o.x++': w => {
    const { o } = w;
    for (let i = 0; i < N; i++) o.x++;
    return o.x;
  },
  'map.get(key)': w => {
    const { map } = w;
    let sum = 0;
    for (let i = 0; i < N; i++) sum += map.get(keys[i % 100]);
    return sum;
  },
  'for … of list': w => {
    let sum = 0;
    for (const x of w.list) sum += x;
    return sum;
  },
  'list.reduce': w => w.list.reduce((a, b) => a + b, 0),
  'Object.keys(o)': w => {
    const { names } = w;
    let sum = 0;
    for (let i = 0; i < N; i++) sum += Object.keys(names).length;
    return sum;
  },
};

shared.on('measure', results => {
  const plain = make();
  for (const name of Object.keys(ways)) {
    const way = ways[name];
    const least = [Infinity, Infinity];
    for (let run = 0; run < RUNS; run++) {
      [shared, plain].forEach((w, i) => {
        const began = performance.now();
        for (let k = 0; k < REPEATS; k++) way(w);
        least[i] = Math.min(least[i], performance.now() - began);
      });
    }
    results.push({ name, ns: (least[0] * 1e6) / (REPEATS * N), times: least[0] / least[1] });
  }
});
const results = [];
shared.emit('measure', results);
shared.waitall('measure', () => console.log(JSON.stringify({ ms: 0, result: [...results] })), {
  realm: 'main',
});
