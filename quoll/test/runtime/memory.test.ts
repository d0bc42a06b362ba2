/** Programs that allocate more than the shared heap may hold: some 3 MiB of it are taken when they start, so a small heap collects often. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

/** The lines of a program that must end well with a heap of `heap` MiB. */
function linesOf(text: string, heap: number): string[] {
  const { lines, errors, status } = runProgram(text, { heap });
  assert.equal(errors, '');
  assert.equal(status, 0);
  return lines;
}

test('handlers that allocate many times the limit run in it, and reachable objects stay unchanged', () => {
  const lines = linesOf(
    `
    const store = { current: [], kept: new Map(), rounds: 0 };
    for (let i = 0; i < 200; i++) store.kept.set('key ' + i, { i, half: i / 2, text: 'number ' + i, list: [i, [i + 1]] });
    store.on('round', n => {
      store.current = Array.from({ length: 100 }, (_, i) => ({ n, i, text: 'text ' + n + ' ' + i, inner: { half: i / 2 } }));
      store.rounds++;
    });
    let left = 6;
    function next() {
      for (let n = 0; n < 50; n++) store.emit('round', left * 50 + n);
      store.waitall('round', () => {
        if (--left > 0) return next();
        let wrong = 0;
        for (const [key, { i, half, text, list }] of store.kept) {
          if (key !== 'key ' + i || half !== i / 2 || text !== 'number ' + i || list[1][0] !== i + 1) wrong++;
        }
        const [{ n }] = store.current;
        if (store.current.some((one, i) => one.n !== n || one.i !== i || one.text !== 'text ' + n + ' ' + i)) wrong++;
        console.log(store.rounds, store.kept.size, wrong);
      }, { realm: 'main' });
    }
    next();
    `,
    4,
  );
  assert.deepEqual(lines, ['300 200 0']);
});

test('main turns that allocate many times the limit run in it', () => {
  const lines = linesOf(
    `
    const store = { latest: undefined };
    store.on('look', () => {});
    for (let round = 0; round < 120; round++) {
      store.latest = Array.from({ length: 500 }, (_, i) => ({ round, i, text: round + ':' + i }));
      await new Promise(resolve => setImmediate(resolve));
    }
    console.log(store.latest.every(({ round, i, text }) => round === 119 && text === round + ':' + i));
    `,
    4,
  );
  assert.deepEqual(lines, ['true']);
});

test('keys that are added to and removed from a shared Map, and finished events and futures, leave nothing', () => {
  const lines = linesOf(
    `
    const cache = new Map();
    const stats = { done: 0 };
    let emitted = 0;
    const turn = () => {
      for (let i = 0; i < 200; i++) {
        const n = emitted++;
        spawn(() => {
          cache.set('key ' + n, 'value ' + n);
          cache.delete('key ' + (n - 50));
          stats.done++;
          return { n, text: 'result ' + n };
        }).get(({ n, text }) => { if (text !== 'result ' + n) console.log('wrong'); });
      }
      finish(() => { for (let i = 0; i < 10; i++) async(() => {}); });
    };
    const timer = setInterval(() => {
      if (stats.done < emitted) return;
      if (emitted < 3000) return turn();
      clearInterval(timer);
      console.log(stats.done);
    }, 0);
    `,
    4,
  );
  assert.deepEqual(lines, ['3000']);
});

for (const phase of ['mark', 'sweep']) {
  test(`an exception while the main realm ${phase}s ends the program, even one that handles exceptions`, () => {
    const preload = new URL('./failing.js', import.meta.url).href;
    const { errors, status } = runProgram(
      `process.on('uncaughtException', () => undefined);
       const w = { list: [] };
       w.on('e', i => { w.list = Array.from({ length: 1000 }, (_, k) => ({ i, k })); });
       for (let i = 0; i < 500; i++) w.emit('e', i);`,
      {
        ...{ workers: 2, heap: 4, parts: true },
        environment: { NODE_OPTIONS: `--import ${preload}`, QUOLL_FAIL: phase },
      },
    );
    assert.match(errors, /^quoll: a collection of garbage failed: Error: injected/);
    assert.equal(status, 70);
  });
}

test('an iterator of the main realm continues after a collection, from an entry that was removed', () => {
  const lines = linesOf(
    `
    const map = new Map([[1, 'a'], [2, 'b'], [3, 'c']]);
    const waste = { of: undefined };
    const iterator = map.keys();
    const seen = [iterator.next().value, iterator.next().value];
    map.delete(2);
    for (let i = 0; i < 200; i++) {
      waste.of = Array.from({ length: 500 }, (_, k) => ({ i, k }));
      await new Promise(resolve => setImmediate(resolve));
    }
    map.set(4, 'd');
    console.log([...seen, ...iterator].join());
    `,
    8,
  );
  assert.deepEqual(lines, ['1,2,3,4']);
});

test('handlers of a function stay registered when garbage is collected', () => {
  const lines = linesOf(
    `
    function target() {}
    target.runs = 0;
    const waste = { of: undefined };
    target.on('e', () => { target.runs++; });
    for (let i = 0; i < 100; i++) {
      waste.of = Array.from({ length: 500 }, (_, k) => ({ i, k }));
      waste.on('w', () => waste.of);
      await new Promise(resolve => setImmediate(resolve));
    }
    await finish(() => { target.emit('e'); });
    console.log(target.runs);
    `,
    8,
  );
  assert.deepEqual(lines, ['1']);
});

test('contributions to eventual containers leave nothing behind', () => {
  const lines = linesOf(
    `
    import { append, histogram } from '@hocket/quoll';
    const stats = { words: new Map(), last: [] };
    stats.markEventual('words', histogram);
    let left = 60;
    const count = i => {
      const words = stats.words;
      for (let k = 0; k < 20; k++) words.set('w' + (i + k) % 50, (words.get('w' + (i + k) % 50) ?? 0) + 1);
    };
    function next() {
      finish(() => { for (let i = 0; i < 50; i++) async(count, i); }).ondone(() => {
        if (--left > 0) return next();
        console.log(stats.words.size, [...stats.words.values()].reduce((a, b) => a + b));
      });
    }
    next();
    `,
    8,
  );
  assert.deepEqual(lines, ['50 60000']);
});

test('a handler that needs more than the limit fails with a message, and the program continues', () => {
  const { lines, errors, status } = runProgram(
    `
    const store = { all: [] };
    store.on('grow', () => { store.all = Array.from({ length: 200_000 }, (_, i) => ({ i })); });
    store.on('ok', () => console.log('still here', store.all.length));
    store.emit('grow');
    store.waitall('grow', () => store.emit('ok'));
    `,
    { heap: 8 },
  );
  assert.match(
    errors,
    /the handler of 'grow' failed: .*the shared heap is full: its limit is 8 MiB; share less, or raise the limit with --heap/,
  );
  assert.match(errors, /app\.mjs:3/);
  assert.deepEqual(lines, ['still here 0']);
  assert.equal(status, 0);
});

const FILLING = `
    const store = { all: [] };
    store.on('e', () => {});
    store.emit('e');
    await null;
    const fill = () => { for (let i = 0; ; i++) store.all.push({ i, text: 'number ' + i }); };
`;

test('a main turn that needs more than the limit ends the program and says what fills it', () => {
  const { errors, status } = runProgram(`${FILLING} fill();`, { heap: 8 });
  assert.match(
    errors,
    /HeapFullError: the shared heap is full: \d of 6 MiB are in use: .*in \d+ objects \{ i, text \}.*; share less/,
  );
  assert.match(errors, /app\.mjs:6:/);
  assert.equal(status, 1);
});

test('a program that continues after such a turn, but keeps what fills the heap, ends, too', () => {
  const text = `${FILLING} try { fill(); } catch {} setInterval(() => {}, 1000);`;
  const { errors, status } = runProgram(text, { heap: 8 });
  assert.match(
    errors,
    /^quoll: the shared heap is full: \d of 6 MiB are in use: .*in \d+ objects \{ i, text \}/,
  );
  assert.equal(status, 70);
});

test('a program that drops what has filled the heap continues', () => {
  const text = `${FILLING} try { fill(); } catch {} store.all = []; setTimeout(() => console.log(store.all.length), 300);`;
  assert.deepEqual(linesOf(text, 16), ['0']);
});

test('an object with 10^5 fields is shared, read, changed and enumerated', () => {
  const lines = linesOf(
    `
    const big = {};
    for (let i = 0; i < 100_000; i++) big['field' + i] = i;
    big.on('touch', name => { big[name] = -1; big.added = 1; delete big.field7; });
    big.emit('touch', 'field99999').waitall('touch', () => {
      const names = Object.keys(big);
      let sum = 0;
      for (const name of names) sum += big[name];
      console.log(names.length, names[0], names.at(-1), big.field99999, big.field5, 'field7' in big, sum);
    });
    `,
    256,
  );
  const sum = (99_999 * 100_000) / 2 - 99_999 - 1 - 7 + 1;
  assert.deepEqual(lines, [`100000 field0 added -1 5 false ${sum}`]);
});

test('strings of many megabytes cross', () => {
  const lines = linesOf(
    `
    const o = { text: '' };
    o.on('double', text => { o.text = text + text; });
    o.emit('double', 'ab'.repeat(4_000_000)).waitall('double', () =>
      spawn(() => o.text.length + (o.text === 'ab'.repeat(8_000_000) ? ' same' : ' other')).get(console.log));
    o.on('wide', text => { o.text = text; });
    `,
    64,
  );
  assert.deepEqual(lines, ['16000000 same']);
});

test('hostile names are ordinary properties', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    '0',
    '-0',
    '1e3',
    '4294967295',
    'length',
    '',
    ' ',
    '$shared',
    'toJSON',
    'ünï',
    '\\u0000',
  ];
  const lines = linesOf(
    `
    const names = ${JSON.stringify(names)};
    const o = Object.create(null);
    const p = { all: o, wrong: [] };
    for (const name of names) o[name] = 'v' + name;
    p.on('check', () => {
      for (const name of names) if (p.all[name] !== 'v' + name) p.wrong.push(name);
      for (const name of names) p.all[name + '!'] = name;
    });
    p.emit('check').waitall('check', () => {
      for (const name of names) if (p.all[name + '!'] !== name) p.wrong.push(name + '!');
      console.log(p.wrong.length, Object.keys(p.all).length);
    });
    `,
    64,
  );
  assert.deepEqual(lines, [`0 ${2 * names.length}`]);
});

/** Receives typed arrays of 1 MiB; prints how many MiB of them the main thread has held at most. */
const receiving = (made: string, bytes: string) => `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
let most = 0;
for (let i = 1; i <= 200; i++) {
  const made = await spawn(n => ${made}, i % 7);
  if (${bytes}[5] !== i % 7) throw new Error('wrong bytes');
  if (i % 10 !== 0) continue;
  await new Promise(setImmediate);
  gc();
  most = Math.max(most, process.memoryUsage().arrayBuffers);
}
console.log(Math.round(most / 2 ** 20));
`;

for (const [made, bytes] of [
  ['new Uint8Array(2 ** 20).fill(n)', 'made'],
  ['({ parts: [new Uint8Array(2 ** 20).fill(n)] })', 'made.parts[0]'],
] as const)
  test(`the main thread does not hold typed arrays that its program has received and dropped: ${bytes}`, () => {
    const { lines, errors, status } = runProgram(receiving(made, bytes), { workers: 2, heap: 128 });
    assert.equal(errors, '');
    assert.equal(status, 0);
    // A collection is due after 62 MiB, and is postponed, within the limit, while a worker is in the middle of a handler.
    assert.ok(Number(lines[0]) < 130, `${lines[0]} MiB`);
  });
