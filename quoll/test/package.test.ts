import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

test('the lock file contains no address of a registry', () => {
  assert.doesNotMatch(read('package-lock.json'), /"resolved"/);
});

test('packages that are installed with this one are pinned to exact versions', () => {
  const { dependencies = {}, devDependencies } = JSON.parse(read('package.json'));
  for (const version of Object.values({ ...dependencies, ...devDependencies })) {
    assert.match(String(version), /^\d+\.\d+\.\d+$/);
  }
});
