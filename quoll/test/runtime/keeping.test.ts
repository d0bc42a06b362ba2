/** Contributions that a worker keeps for a while (src/runtime/keeping.ts): no program can tell. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Phase } from '../../src/runtime/records.js';
import { runProgram } from './programs.js';
import { linesTogether, runTogether, TOGETHER } from './together.js';

const COUNT = `
import { sum } from '@hocket/quoll';
const counts = {};
counts.markEventual('*', sum);
const text = Array.from({ length: 20_000 }, (_, i) => 'w' + (i * i) % 97);
const expected = {};
for (const word of text) expected[word] = (expected[word] ?? 0) + 1;
const show = () => console.log(Object.keys(expected).every(word => counts[word] === expected[word]), Object.keys(counts).length);
`;

describe('contributions that a worker keeps', TOGETHER, () => {
  test('a guard and a finish see what all handlers before them have contributed', async () => {
    const lines = await linesTogether(`${COUNT}
    const o = {};
    o.on('chunk', (from, to) => { for (let i = from; i < to; i++) counts[text[i]] = (counts[text[i]] ?? 0) + 1; });
    for (let i = 0; i < 20_000; i += 50) o.emit('chunk', i, i + 50);
    o.waitall('chunk', () => {
      console.log(Object.keys(expected).every(word => counts[word] === expected[word]));
      finish(() => { for (let i = 0; i < 10; i++) async(() => { counts.w1 = (counts.w1 ?? 0) + 1; }); })
        .ondone(() => console.log(counts.w1 - expected.w1));
    });`);
    assert.deepEqual(lines, ['true', '10']);
  });

  test('a histogram is contributed as by one handler', async () => {
    const lines = await linesTogether(`
    import { histogram } from '@hocket/quoll';
    const w = { words: new Map() };
    w.markEventual('words', histogram);
    finish(() => {
      for (let i = 0; i < 300; i++) async(() => { for (let k = 0; k < 20; k++) w.words.set('w' + k, (w.words.get('w' + k) ?? 0) + 1); });
    }).ondone(() => console.log(w.words.size, [...w.words.values()].every(count => count === 300)));`);
    assert.deepEqual(lines, ['20 true']);
  });

  test('accumulators for which two changes in a row are not one accumulate each: blind writes of a maximum', async () => {
    const lines = await linesTogether(`
    import { max, append } from '@hocket/quoll';
    const w = { most: 0, list: [] };
    w.markEventual('most', max).markEventual('list', append);
    finish(() => { for (let i = 400; i > 0; i--) async(i => { w.most = i; w.list = [...w.list, i]; }, i); })
      .ondone(() => console.log(w.most, w.list.length, new Set(w.list).size));`);
    assert.deepEqual(lines, ['400 400 400']);
  });

  test('handlers that throw, conflict, or write other fields too, among those that only contribute', async () => {
    const { lines, errors, status } = await runTogether(`
    import { sum } from '@hocket/quoll';
    const w = { total: 0, regular: 0, thrown: 0 };
    w.markEventual('total', sum);
    w.on('step', i => {
      w.total += i;
      if (i % 100 === 7) throw new Error('on purpose');
      if (i % 10 === 3) w.regular++;
    });
    for (let i = 0; i < 2000; i++) w.emit('step', i);
    w.waitall('step', () => console.log(w.total, w.regular));`);
    const all = Array.from({ length: 2000 }, (_, i) => i);
    const total = all.filter(i => i % 100 !== 7).reduce((a, b) => a + b, 0);
    assert.deepEqual(lines, [`${total} 200`]);
    assert.equal(errors.match(/on purpose/g)?.length, 20);
    assert.equal(status, 0);
  });

  test('a handler that was emitted after a guard sees what the guard has waited for, whichever worker runs it', async () => {
    const lines = await linesTogether(`
    import { sum } from '@hocket/quoll';
    const w = { total: 0, noise: 0, wrong: 0, rounds: 0 };
    w.markEventual('total', sum).markEventual('noise', sum).markEventual('wrong', sum);
    w.on('step', least => {
      if (w.total < least) w.wrong += 1;
      w.total += 1;
      w.noise += least;
    });
    function round(n) {
      for (let i = 0; i < 8; i++) w.emit('step', 8 * n);
      w.waitall('step', () => {
        w.rounds++;
        if (n < 150) round(n + 1);
        else console.log(w.total, w.wrong, w.rounds);
      });
    }
    round(0);`);
    assert.deepEqual(lines, ['1208 0 151']);
  });

  test('a handler that reads what a guard has written sees what that has waited for', async () => {
    const lines = await linesTogether(`
    import { sum } from '@hocket/quoll';
    const w = { total: 0, seen: 0, wrong: 0, known: 0 };
    w.markEventual('total', sum).markEventual('wrong', sum);
    w.on('look', () => {
      for (let i = 0; i < 2000; i++);
      const known = w.known;
      if (w.total < known) w.wrong += 1;
      w.total += 1;
    });
    w.on('count', () => { w.total += 1; });
    let left = 60;
    function round() {
      for (let i = 0; i < 20; i++) w.emit('look');
      w.emit('count').waitall('count', () => { w.known = w.total; if (--left > 0) round(); });
    }
    finish(round).ondone(() => console.log(w.total, w.wrong));`);
    assert.deepEqual(lines, ['1260 0']);
  });

  test('the main realm sees contributions soon, while handlers continue', async () => {
    const lines = await linesTogether(`
    import { sum } from '@hocket/quoll';
    const w = { total: 0, stop: false };
    w.markEventual('total', sum);
    const o = {};
    o.on('e', n => { w.total += 1; if (!w.stop) o.emit('e', n + 1); });
    for (let i = 0; i < 4; i++) o.emit('e', 0);
    const timer = setInterval(() => {
      if (w.total === 0) return;
      clearInterval(timer);
      w.stop = true;
      console.log('seen');
    }, 5);`);
    assert.deepEqual(lines, ['seen']);
  });

  test('a worker that dies with contributions that it keeps runs their handlers again', () => {
    const preload = new URL('./killing.js', import.meta.url).href;
    for (const phase of [Phase.Attempting, Phase.Idle]) {
      const { lines, errors, status } = runProgram(
        `${COUNT}
      finish(() => {
        for (let i = 0; i < 20_000; i += 20) async(i => { for (let k = i; k < i + 20; k++) counts[text[k]] = (counts[text[k]] ?? 0) + 1; }, i);
      }).ondone(show);`,
        {
          workers: 4,
          environment: { NODE_OPTIONS: `--import ${preload}`, QUOLL_KILL: `exit ${phase} 20 2` },
        },
      );
      assert.equal(errors, '');
      assert.deepEqual(lines, ['true 49']);
      assert.equal(status, 0);
    }
  });
});
