/** Weak collections of the main thread keep their entries as long as the program can reach the shared objects that are their keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const HEAD = `import v8 from 'node:v8'; import vm from 'node:vm'; v8.setFlagsFromString('--expose-gc'); const gc = vm.runInNewContext('gc');
const pause = () => new Promise(resolve => setTimeout(resolve, 5)); const collect = async () => { for (let i = 0; i < 3; i++) { await pause(); gc(); } };
`;

test('an entry stays while only the shared heap refers to its key', () => {
  const { lines, errors } = runProgram(
    `${HEAD}
    const plain = { name: 'late' }, secrets = new WeakMap([[plain, 'published later']]), seen = new WeakSet(), dropped = [];
    const registry = new FinalizationRegistry(name => dropped.push(name));
    const w = shared({ user: { name: 'a', deep: { list: [{ x: 1 }] } }, f: null, late: null });
    w.late = plain; w.f = n => n + 1; secrets.set(w.user, 'password').set(w.user.deep.list[0], 'deep').set(w.f, 'function'); seen.add(w.user.deep);
    const ref = new WeakRef(w.user.deep.list); registry.register(w.user, 'user'); w.on('e', () => { w.user.name += 'b'; });
    (async () => {
      for (let i = 0; i < 3; i++) { await new Promise(resolve => finish(() => w.emit('e')).ondone(resolve)); await collect(); }
      console.log(secrets.get(w.user), secrets.get(w.user.deep.list[0]), secrets.get(w.f), secrets.get(w.late), seen.has(w.user.deep), ref.deref() === w.user.deep.list, dropped.length, w.user.name);
      console.log(Object.getPrototypeOf(ref) === WeakRef.prototype, ref.constructor === WeakRef, ref instanceof WeakRef, WeakMap.prototype.set.name, String(WeakRef));
    })();`
      .replace('const plain', 'let plain')
      .replace('w.late = plain;', 'w.late = plain; plain = null;'),
    { workers: 1 },
  );
  assert.equal(errors, '');
  assert.deepEqual(lines, [
    'password deep function published later true true 0 abbb',
    'true true true set function WeakRef() { [native code] }',
  ]);
});

test('keys that nothing refers to are freed when memory is scarce, those that the program holds are not', () => {
  const { lines, errors, status } = runProgram(
    `${HEAD}
    const secrets = new WeakMap(), w = shared({ now: null, n: 0 }); let held, dropped = 0; const registry = new FinalizationRegistry(() => dropped++);
    const make = i => { const node = { i, list: Array(400).fill(i), next: { i } }; node.next.back = node; return node; };
    w.on('e', () => { w.n++; });
    (async () => {
      for (let i = 0; i < 6000; i++) {
        w.now = make(i); secrets.set(w.now, 'node' + i).set(w.now.next, { back: w.now }); registry.register(w.now, i);
        if (i === 100) held = w.now;
        if (i % 100 === 0) { await new Promise(resolve => finish(() => w.emit('e')).ondone(resolve)); await pause(); }
      }
      await collect();
      console.log(secrets.get(held), secrets.get(held.next).back === held, secrets.get(w.now), dropped > 1000, w.n);
    })();`,
    { workers: 1, heap: 16 },
  );
  assert.equal(errors, '');
  assert.equal(status, 0);
  assert.deepEqual(lines, ['node100 true node5999 true 60']);
});
