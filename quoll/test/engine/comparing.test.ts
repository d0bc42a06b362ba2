/** Node's functions that compare objects, called by a package with objects of the program that hold shared ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../runtime/programs.js';

test('a package compares objects of the program, alone and inside its own, as plain ones', () => {
  const { lines, errors } = runProgram(
    `import { equals } from 'comparer'; import { finish } from '@hocket/quoll';
    class R extends Map { constructor(n, ...all) { super(...all); this.n = n; } }
    class K { constructor(x) { this.x = x; } }
    const w = { o: { a: 1, b: { c: 's' } }, out: [] };
    const ways = [x => x, x => [x], x => ({ x }), x => new K(x), x => new R(1, [[1, x]]), x => new Set([x]), x => { const c = [x]; c.push(c); return c; }];
    w.on('compare', () => {
      for (const way of ways) {
        const [shared, same, other] = [w.o, { a: 1, b: { c: 's' } }, { a: 1, b: { c: 't' } }].map(way);
        w.out.push([equals(shared, same), equals(same, shared), equals(shared, other), equals(other, shared)].join(' '));
      }
    });
    await finish(() => w.emit('compare')); console.log(w.out.join('\\n'));`,
    {
      workers: 1,
      files: {
        'node_modules/comparer/package.json': '{ "type": "module", "main": "main.js" }',
        'node_modules/comparer/main.js': `import { isDeepStrictEqual } from 'node:util';
        export const equals = (a, b) => [isDeepStrictEqual(a, b), isDeepStrictEqual([a], [b]), isDeepStrictEqual({ a }, { a: b })].join();`,
      },
    },
  );
  assert.equal(errors, '');
  const all = (is: boolean) => `${is},${is},${is}`;
  assert.deepEqual(
    lines,
    Array.from({ length: 7 }, () => `${all(true)} ${all(true)} ${all(false)} ${all(false)}`),
  );
});

test('an error of a comparison holds what the program has compared, caught and as a failure', () => {
  const text = `
    import assert from 'node:assert';
    import { deepStrictEqual as same } from 'node:assert/strict';
    const w = { list: [1], o: { a: 1 }, map: new Map([[1, 2]]), out: [] };
    const ways = [
      () => assert.deepEqual(w.list, [2]),
      () => same([w.o], w.list),
      () => same({ in: w.list }, new Map([[w.o, 1]])),
      () => assert.notDeepEqual(w.map, w.map),
      () => assert.strict.deepEqual(w.map, w.o),
      () => assert.strictEqual(w.list, w.o),
      () => assert.throws(() => { throw w.o; }, { a: 2 }),
    ];
    const of = v => v === w.list ? 'list' : v === w.o ? 'o' : v === w.map ? 'map' : Array.isArray(v) ? '[' + v.map(of) + ']' : v?.in ? '{' + of(v.in) + '}' : v instanceof Map ? 'Map ' + of([...v.keys()]) : JSON.stringify(v);
    const told = e => [e.name, of(e.actual), of(e.expected), e.code].join(' ');
    w.on('e', i => { try { ways[i](); } catch (e) { w.out.push(told(e)); } });
    for (let i = 0; i < ways.length; i++) {
      await finish(() => w.emit('e', i));
      await spawn(ways[i]).then(undefined, e => { w.out.push(told(e)); });
    }
    w.on('keep', () => { try { ways[1](); } catch (e) { w.kept = { e }; } });
    w.on('read', () => { const { e } = w.kept; w.out.push(told(e) + (e instanceof assert.AssertionError) + e.generatedMessage + e.message.split('\\n', 1)); });
    await finish(() => w.emit('keep'));
    await finish(() => w.emit('read'));
    const shown = e => [e.name, e.message, e.code, e instanceof DOMException, e instanceof Error, Object.keys(e), Object.getOwnPropertyNames(e), String(e), e.more, Object.prototype.toString.call(e)].join('|');
    w.on('dom', () => { const e = Object.assign(new DOMException('gone', 'AbortError'), { more: 5 }); w.dom = [e, 1]; w.out.push(shown(e)); });
    w.on('look', () => { const [e] = w.dom, copy = structuredClone(e); w.out.push(shown(e)); w.out.push('clone ' + [copy.name, copy.code, copy instanceof DOMException]); });
    for (const label of ['dom', 'look']) await finish(() => w.emit(label));
    w.out.push(shown(w.dom[0])); w.dom[0].more = 6; await finish(() => w.emit('look'));
    try { structuredClone(() => 0); } catch (e) { w.dom = [e]; } await finish(() => w.emit('look'));
    await spawn(() => { throw new DOMException('late', 'TimeoutError'); }).then(0, e => { w.out.push(shown(e)); });
    console.log(w.out.join('\\n'));`;
  const seen = [
    ...['list [2]', '[o] list', '{list} Map [o]', 'map map', 'map o', 'list o', 'o {"a":2}'],
  ].flatMap(line => Array(2).fill(`AssertionError ${line} ERR_ASSERTION`));
  seen.push(`${seen[2]}truetrueExpected values to be strictly deep-equal:`);
  const gone = (more: number) =>
    `AbortError|gone|20|true|true|more|stack,more|AbortError: gone|${more}|[object DOMException]`;
  seen.push(gone(5), gone(5), gone(5), gone(6));
  seen.push(
    'DataCloneError|() => 0 could not be cloned.|25|true|true||stack|DataCloneError: () => 0 could not be cloned.||[object DOMException]',
    'TimeoutError|late|23|true|true||stack|TimeoutError: late||[object DOMException]',
  );
  const [parallel, one] = [{ workers: 1 }, { environment: { QUOLL_SEQUENTIAL: '1' } }].map(needs => {
    const { lines, errors } = runProgram(text, needs);
    assert.equal(errors, '');
    // Node 20 clones no such exception.
    assert.deepEqual(
      lines.filter(line => !line.startsWith('clone ')),
      seen,
    );
    return lines;
  });
  assert.deepEqual(parallel, one);
});
