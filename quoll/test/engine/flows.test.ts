/** Random programs of handlers, tasks and promises (`flows.ts`): what each part sees is the same in workers as on one thread. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowProgram } from '../runtime/flows.js';
import { runProgram } from '../runtime/programs.js';
import { shareOf } from '../runtime/sharing.js';

const CASES = 90;
const seed = Number(process.env['QUOLL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

test('random handlers, tasks and promises see the same in workers as on one thread', t => {
  t.diagnostic(`QUOLL_SEED=${seed}`);
  const { text, cases } = flowProgram(seed, shareOf(CASES));
  const expected = runProgram(text, { environment: { QUOLL_SEQUENTIAL: '1' } });
  assert.equal(expected.status, 0, expected.errors);
  for (const workers of [1, 3]) {
    const found = runProgram(text, { workers, environment: { QUOLL_WATCHDOG: '60' } });
    assert.equal(found.status, 0, found.errors);
    const wrong = expected.lines.filter((line, i) => line !== found.lines[i]);
    const shown = wrong.map(line => {
      const place = Number(line.split(' ')[line.startsWith('case') ? 1 : 0]);
      const noted = cases.find(body => new RegExp(`note\\(${place},|', ${place},`).test(body));
      return `${line}\n  with ${workers} workers: ${found.lines[expected.lines.indexOf(line)]}\n  ${line.startsWith('case') ? cases[place] : noted}`;
    });
    assert.deepEqual(shown, []);
  }
});
