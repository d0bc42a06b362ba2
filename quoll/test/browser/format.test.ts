/** A page's output of `console` as text: no value makes it throw or recurse for ever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError, printed } from '../../src/browser/format.js';

const line = (...args: unknown[]) => printed('log', args)![0]!.text;

test('values that cannot be converted are shown, too', () => {
  assert.equal(line(new Date(NaN), [new Date(0)]), 'Invalid Date [ 1970-01-01T00:00:00.000Z ]');
  const symbol = Symbol('s');
  const bare = Object.create(null) as object;
  assert.equal(line('%d %i %f %d %d %i', symbol, symbol, symbol, 5n, bare, bare), 'NaN NaN NaN 5n NaN NaN');
  assert.equal(line('%d %i %s %%', '4.5', '4.5', 4.5), '4.5 4 4.5 %');
});

test('an error that is its own cause is shown once', () => {
  const error = new Error('outer', { cause: new Error('inner') });
  (error.cause as Error).cause = error;
  assert.match(describeError(error), /^Error: outer[^]*\[cause\]: Error: inner[^]*\[cause\]: \[Circular\]$/);
  assert.match(line({ error }), /outer[^]*inner[^]*Circular/);
});

test('what is thrown and is no error is described as Node prints it', () => {
  const described = ['text', { a: [1] }, null, 5n].map(thrown => describeError(thrown));
  assert.deepEqual(described, ["'text'", '{ a: [ 1 ] }', 'null', '5n']);
});
