import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './programs.js';

const runsTypes = Boolean((process.features as { typescript?: unknown }).typescript);

const program = `
  interface Stats { total: number }
  const stats: Stats = { total: 0 };
  stats.on('add', (by: number): void => { stats.total += by; });
  stats.emit('add', 1 as number).emit('add', 2).waitall('add', () => console.log(stats.total));
`;

test('a TypeScript program runs where Node runs TypeScript, and is refused with a remedy elsewhere', () => {
  const { lines, errors, status } = runProgram(program, { name: 'app.mts' });
  if (runsTypes) {
    assert.equal(errors, '');
    assert.deepEqual(lines, ['3']);
  } else {
    assert.match(
      errors,
      /app\.mts: Node v20[.\d]* runs no TypeScript: compile it first \(npx tsc\), or use Node 22\.18/,
    );
    assert.notEqual(status, 0);
  }
});
