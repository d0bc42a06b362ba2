/** Programs that share a process do what they do alone, also beside one that ends the process or waits for ever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTogether } from './together.js';

const HANDLER = (text: string) => `const o = {}; o.on('e', () => { console.log('${text}'); }).emit('e');`;

test('each program has its own output, status and modules', async () => {
  const [first, ends, waits, throws, last] = await Promise.all([
    runTogether(`import { text } from './text.mjs'; console.log(text); ${HANDLER('one')}`, {
      files: { 'text.mjs': `export const text = 'imported';` },
    }),
    runTogether(`console.log('leaves'); process.exit(3);`),
    runTogether(`console.log('waits'); await new Promise(() => {});`),
    runTogether(`console.log('starts'); throw new Error('on purpose');`),
    runTogether(
      `const o = {}; o.on('e', () => { throw new Error('reported'); }).emit('e'); ${'\n'}console.log('last');`,
    ),
  ]);
  assert.deepEqual(first, { lines: ['imported', 'one'], errors: '', status: 0 });
  assert.deepEqual(ends, { lines: ['leaves'], errors: '', status: 3 });
  assert.deepEqual([waits.lines, waits.status], [['waits'], 13]);
  assert.deepEqual([throws.lines, throws.status], [['starts'], 1]);
  assert.match(throws.errors, /^Error: on purpose/m);
  assert.deepEqual([last.lines, last.status], [['last'], 0]);
  assert.match(last.errors, /^quoll: the handler of 'e' failed: Error: reported/);
});
