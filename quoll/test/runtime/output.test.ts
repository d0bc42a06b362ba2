/** What a handler prints waits for its commit, in whatever way it reaches the console or the streams of the process. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runTogether, TOGETHER } from './together.js';

const files = {
  'node_modules/library/package.json':
    '{ "name": "library", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/library/index.js':
    "import { log } from 'node:console'; export const say = text => log(text); export const write = text => process.stdout.write(text + '\\n');",
};

const IMPORTS = `import whole, { log as imported } from 'node:console'; import { stdout } from 'node:process'; import { say, write } from 'library';
  const { log: part } = console;`;

/** Expressions that print `text`. */
const WAYS = [
  'console.log(text)',
  'globalThis.console.log(text)',
  'whole.log(text)',
  'imported(text)',
  'part(text)',
  'Reflect.get(globalThis, "con" + "sole").info(text)',
  'process.stdout.write(text + "\\n")',
  'stdout.write(Buffer.from(text + "\\n"))',
  'new (Reflect.get(console, "Console"))(process.stdout).log(text)',
  'say(text)',
  'write(text)',
];

const REALMS = [{ environment: { QUOLL_SEQUENTIAL: '1' } }, { workers: 2, environment: {} }];

describe('output of handlers', TOGETHER, () => {
  for (const realm of REALMS) {
    for (const options of ['', `, { realm: 'main' }`]) {
      const name = `${JSON.stringify(realm)}${options}`;
      test(`it comes in order, and not from a handler that fails: ${name}`, async () => {
        const prints = (text: string) =>
          WAYS.map((way, i) => `{ const text = '${text} ${i}'; ${way}; }`).join('\n');
        const { lines, errors } = await runTogether(
          `${IMPORTS}
           const w = { n: 0 };
           w.on('e', () => { console.log('first'); ${prints('printed')} console.log('last'); }${options});
           w.on('f', () => { ${prints('never')} globalThis.setTimeout(() => console.log('never'), 0); process.stderr.write('never'); throw 'on purpose'; }${options});
           finish(() => w.emit('f')).ondone(() => w.emit('e'));`,
          { files, ...realm },
        );
        const printed = WAYS.map((_, i) => `printed ${i}`);
        assert.deepEqual(lines, ['first', ...printed, 'last']);
        assert.equal(errors.match(/on purpose/g)?.length, 1, errors);
        assert.doesNotMatch(errors, /never/);
      });
    }
    test(`a write takes its bytes at once, refuses what the stream refuses, and calls back: ${JSON.stringify(realm)}`, async () => {
      const { lines, errors } = await runTogether(
        `const w = {};
         w.on('e', () => {
           const bytes = new Uint8Array([97, 10]), { stdout } = process;
           console.log(stdout.write(bytes, () => console.log('called back')));
           bytes[0] = 98;
           stdout.write('YwoK', 'base64');
           for (const args of [[5], [null], ['x', 'none']]) try { stdout.write(...args); } catch (error) { console.log(error.code); }
         });
         w.emit('e');`,
        { files, ...realm },
      );
      assert.equal(errors, '');
      assert.deepEqual(lines, [
        ...['a', 'true', 'c'],
        ...['ERR_INVALID_ARG_TYPE', 'ERR_STREAM_NULL_VALUES', 'ERR_UNKNOWN_ENCODING', 'called back'],
      ]);
    });
  }
});
