/** Array buffers and typed arrays that handlers share: transactions on their contents. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesTogether, runTogether, TOGETHER } from './together.js';

/** Runs a program on one thread and on several; all must print the same. */
async function same(text: string, heap?: number): Promise<string[]> {
  const expected = await runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
  assert.equal(expected.errors, '');
  for (const workers of [1, 3]) {
    const { lines, errors } = await runTogether(text, { workers, ...(heap !== undefined && { heap }) });
    assert.equal(errors, '');
    assert.deepEqual(lines, expected.lines);
  }
  return expected.lines;
}

describe('buffers that handlers share', TOGETHER, () => {
  test('handlers and the main thread see the writes of the others, wherever a typed array is held', async () => {
    const lines = await same(`
    import { finish } from '@hocket/quoll';
    const table = new Uint8Array([1, 2, 3, 4]);
    class Counter { constructor() { this.n = 0; } add(i) { this.n += table[i]; table[i]++; } }
    const w = { pixels: new Uint8ClampedArray(8), tiles: [], counter: new Counter(), fixed: Object.freeze({ t: new Int16Array(1) }) };
    w.part = new Uint8Array(w.pixels.buffer, 2, 3);
    const steps = [() => { w.fixed.t[0]++; steps[1](); }, () => { w.pixels[7]++; }];
    const o = { steps };
    o.on('fill', i => { w.pixels[i] += 1 + i; });
    o.on('tile', i => { const t = new Float64Array(4).fill(i); w.tiles[i] = t; t[3] = 99; });
    o.on('count', i => w.counter.add(i));
    o.on('step', () => o.steps[0]());
    o.on('more', () => { for (const t of w.tiles) t[0]++; });
    finish(() => {
      for (let i = 0; i < 40; i++) o.emit('fill', i % 8).emit('tile', i % 5).emit('count', i % 4).emit('step');
    }).ondone(() => {
      console.log(w.pixels.join(), w.part.join(), w.tiles.join(), w.counter.n, table.join(), w.fixed.t[0]);
      w.pixels[0] = 1;
      w.tiles[2][1] = -5;
      finish(() => o.emit('fill', 0).emit('more')).ondone(() => {
        console.log(w.pixels.join(), w.tiles.join(), w.part.buffer === w.pixels.buffer);
      });
    });
  `);
    assert.equal(
      lines[0],
      '5,10,15,20,25,30,35,80 15,20,25 0,0,0,99,1,1,1,99,2,2,2,99,3,3,3,99,4,4,4,99 280 11,12,13,14 40',
    );
  });

  test('the writes of a handler before it throws are undone, in a worker and in the main thread', async () => {
    const { lines, errors } = await runTogether(`
    const w = { mine: new Uint8Array(2), ours: [] };
    w.on('make', () => { w.ours.push(new Uint8Array(2)); });
    const bad = () => { w.mine.fill(7); w.ours[0].fill(7); throw new Error('on purpose'); };
    w.on('bad', bad).on('main', bad, { realm: 'main' }).on('good', () => { w.mine[1]++; w.ours[0][1]++; });
    w.emit('make').waitall('make', () => {
      w.emit('bad').emit('main').emit('good').waitall('bad', () => {
        w.mine[0] = 3;
        w.emit('main').emit('good').waitall('good', () => console.log(w.mine.join(), w.ours[0].join()));
      });
    });
  `);
    assert.deepEqual(lines, ['3,2 0,2']);
    assert.equal(errors.match(/failed: Error: on purpose/g)?.length, 3);
  });

  test('callbacks of promises continue with the typed array of their handler', async () => {
    await same(`
    import { finish } from '@hocket/quoll';
    const w = { n: 0 };
    w.on('make', () => { w.t = new Uint8Array(4); });
    w.on('later', () => {
      const { t } = w;
      t[0]++;
      return Promise.resolve(5).then(x => { t[1] += x; return t[0]; }).then(() => { t[2]++; w.n++; });
    });
    w.on('other', () => { w.t[3]++; });
    finish(() => w.emit('make')).ondone(() => {
      finish(() => { for (let i = 0; i < 20; i++) w.emit('later').emit('other'); }).ondone(() => console.log(w.n, w.t.join()));
    });
  `);
  });

  test('the bytes are collected with their objects', async () => {
    await same(
      `
    import { finish, spawn } from '@hocket/quoll';
    const w = { last: null, sum: 0, keep: {} };
    w.on('make', i => { const t = new Uint32Array(50_000).fill(i); w.last = t; w.sum += t[7]; if (i % 20 === 0) w.keep[i] = t; });
    w.on('change', i => { for (const k in w.keep) w.keep[k][i]++; });
    finish(() => { for (let i = 0; i < 400; i++) w.emit('make', i); }).ondone(() => finish(() => w.emit('change', 3)).ondone(() => {
      console.log(w.sum, Object.values(w.keep).map(t => t[9] + '/' + t[3]).join());
      spawn((a, n) => a.map(x => x + n), w.keep[20], 5).get(r => console.log(r[0], r.constructor.name, r.buffer.byteLength));
    }));
  `,
      16,
    );
  });

  test('a shared typed array gets no property, and its buffer is not transferred', async () => {
    const { lines, errors } = await runTogether(`
    const w = { t: new Uint8Array(2) };
    w.on('name', () => { w.t.width = 2; });
    w.on('send', () => { structuredClone(w.t, { transfer: [w.t.buffer] }); });
    w.on('good', () => { w.t[0]++; });
    w.emit('name').emit('send').emit('good').waitall('good', () => console.log(w.t.join()));
  `);
    assert.deepEqual(lines, ['1,0']);
    assert.match(errors, /'name' failed: TypeError: Cannot add property width[^]*app\.mjs:3:/);
    assert.match(
      errors,
      /'send' failed: TypeError: a shared ArrayBuffer cannot be transferred: transfer a copy[^\n]*\n *at [^\n]*app\.mjs:4:/,
    );
  });

  test('a transfer of a shared buffer is refused where it stands, also outside of handlers', async () => {
    const { lines, errors } = await runTogether(`
    const w = { t: new Uint8Array([1, 2]), own: new Uint8Array(3) };
    w.on('add', () => { w.t[0]++; w.own[0]++; });
    const { port1 } = new MessageChannel();
    const wrong = [
      () => structuredClone(w.t, { transfer: [w.t.buffer] }),
      () => port1.postMessage(w.t, [w.t.buffer]),
      () => port1.postMessage(w.t, { transfer: [new ArrayBuffer(1), w.t.buffer] }),
      () => (w.t.buffer.transfer ? w.t.buffer.transfer() : structuredClone(0, { transfer: [w.t.buffer] })),
    ];
    w.emit('add').waitall('add', () => {
      for (const f of wrong) try { f(); console.log('no error'); } catch (error) { console.log(error.name, error.stack.match(/app\\.mjs:\\d+/)?.[0]); }
      const plain = new Uint8Array([7]);
      console.log(structuredClone(plain, { transfer: [plain.buffer] })[0], plain.length, structuredClone(w.t, null)?.[0], structuredClone(w.t, undefined)[1]);
      port1.close();
      w.emit('add').waitall('add', () => console.log(w.t.join()), { realm: 'main' });
    }, { realm: 'main' });
  `);
    assert.deepEqual(
      lines,
      [...[6, 7, 8, 9].map(line => `TypeError app.mjs:${line}`), '7 0 2 2', '3,2'],
      errors,
    );
  });

  test('a buffer that the main thread only holds costs its turns nothing', async () => {
    const [line] = await linesTogether(
      `
    import { spawn } from '@hocket/quoll';
    import { bytes } from ${JSON.stringify(new URL('../../src/heap/buffers.js', import.meta.url).href)};
    let compared = 0;
    const { areSame } = bytes;
    bytes.areSame = (a, b) => { compared += a.length; return areSame(a, b); };
    const held = [], counts = [];
    const make = i => new Uint8Array(1000).fill(i);
    for (let i = 0; i < 30; i++) {
      const before = compared;
      held.push(await spawn(make, i));
      counts.push(compared - before);
    }
    console.log(counts[29] <= counts[2], held.map(t => t[9]).join());
  `,
      { workers: 2 },
    );
    assert.equal(line, `true ${Array.from({ length: 30 }, (_, i) => i).join()}`);
  });

  test('workers see what the main thread has written to a buffer that it received, and has dropped', async () => {
    const lines = await same(
      `
    import { finish, spawn } from '@hocket/quoll';
    const w = { all: [], sum: 0 };
    w.on('make', i => { w.all[i] = new Uint8Array(10_000).fill(i); });
    w.on('add', () => { for (const t of w.all) w.sum += t[0] + t[9999]; });
    w.on('fill', i => { w.all[i][9999]++; });
    const kept = [];
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 20; i++) await finish(() => w.emit('make', i));
      for (let i = 0; i < 20; i++) w.all[i][0] = 100;
      await null;
      kept.push(w.all[7], await spawn(() => new Uint16Array(3).fill(7)), new Int8Array(w.all[8].buffer, 1, 2));
      const read = await spawn(i => w.all[i].join('').length, round);
      for (const t of kept) t[1] = 50 + round;
      await finish(() => w.emit('add'));
      for (let i = 0; i < 20; i++) await finish(() => w.emit('fill', i));
      await finish(() => w.emit('add'));
      w.again = kept;
      console.log(read, w.sum, await spawn(() => w.again.map(t => t.join('').length + t[1]).join()));
    }
  `,
      12,
    );
    assert.equal(lines.length, 5);
  });

  test('a buffer that only the main thread has had for long is shared again with what was written to it', async () => {
    await same(
      `
    import { spawn } from '@hocket/quoll';
    const w = {};
    const kept = [];
    for (let i = 0; i < 200; i++) {
      const t = await spawn(i => new Uint8Array(100_000).fill(i), i);
      if (i % 20 === 0) kept.push(i % 40 === 0 ? t : new Uint16Array(t.buffer));
      else await spawn(() => t[0]);
    }
    for (const t of kept) t[1] = 77;
    w.kept = kept;
    console.log(await spawn(() => w.kept.map(t => [t[0], t[1], t[49_999]]).join()));
    for (const t of kept) t[2]++;
    console.log(await spawn(() => w.kept.map(t => t[2]).join()));
  `,
      12,
    );
  });

  test('a pinned handler that throws undoes its writes to buffers that its function holds', async () => {
    const text = `
    import { finish, spawn } from '@hocket/quoll';
    const w = { n: 0 };
    const t = await spawn(() => new Uint8Array(4).fill(1));
    t[3] = 8;
    w.on('bad', () => { t[0] = 9; t.fill(7, 1); w.n++; throw new Error('on purpose'); }, { realm: 'main' });
    w.on('good', () => { t[2]++; w.n += 10; }, { realm: 'main' });
    w.on('read', () => { w.n += t[2] + t[3]; });
    for (const e of ['good', 'read', 'good', 'read']) {
      await finish(() => w.emit(e));
      await finish(() => w.emit('bad'));
      console.log('done', t.join());
    }
    console.log(t.join(), w.n);
  `;
    const expected = await runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
    assert.equal(expected.lines[0], 'done 1,1,2,8');
    const { lines, errors } = await runTogether(text, { workers: 2 });
    assert.deepEqual(lines, expected.lines);
    assert.equal(errors.match(/failed: Error: on purpose/g)?.length, 4);
  });

  test('a pinned handler that throws undoes its writes to buffers that only the main thread has had for long', async () => {
    const text = `
    import { finish, spawn } from '@hocket/quoll';
    const w = { n: 0 };
    const kept = [];
    for (let i = 0; i < 200; i++) {
      const t = await spawn(i => new Uint8Array(100_000).fill(i), i);
      if (i % 20 === 0) kept.push(t);
    }
    for (const t of kept) t[1] = 77;
    w.on('bad', () => { for (const t of kept) t.fill(9); w.n++; throw new Error('on purpose'); }, { realm: 'main' });
    await finish(() => w.emit('bad'));
    console.log(w.n, kept.map(t => [t[0], t[1], t[99_999]]).join());
  `;
    const expected = await runTogether(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
    const { lines } = await runTogether(text, { workers: 2, heap: 12 });
    assert.deepEqual(lines, expected.lines);
    assert.match(lines[0]!, /^0 0,77,0,20,77,20/);
  });

  test('a typed array that cannot be shared is refused with its place', async () => {
    const [line] = await linesTogether(`
    const o = {};
    o.on('x', () => {});
    try {
      o.emit('x', { list: [Buffer.from('a')] });
    } catch (e) {
      console.log(e.message + e.stack.split('\\n').find(line => line.includes('app.mjs')));
    }
  `);
    assert.match(
      line!,
      /this Buffer cannot be shared: share a plain Uint8Array[^]*\(at list\[0\]\)[^]*app\.mjs:5:9/,
    );
  });
});
