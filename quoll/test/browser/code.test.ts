/** The code of a page's modules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageCode } from '../../src/browser/code.js';

test('a module that the page has not evaluated has no record yet', () => {
  const code = new PageCode();
  assert.equal(code.recordOf('file:///late.js', undefined), undefined);
  code.add('file:///a.js', { record: { url: 'a' } as never, makers: [], imports: {} });
  assert.equal(code.recordOf('file:///a.js', '/a.js')!.url, 'file:///a.js');
});
