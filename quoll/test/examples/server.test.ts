/** The HTTP server of the examples, with real clients at the same time. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../examples/quoll/server.mjs', import.meta.url));
const command = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Starts the server on a free port; returns its address. */
async function start(options: string[], cache: string): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawn(process.execPath, [command, ...options, program, '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, QUOLL_CACHE: cache },
    timeout: 600_000,
  });
  const [line] = (await once(server.stdout!, 'data')) as [Buffer];
  return { server, origin: new URL(line.toString()).origin };
}

for (const options of [['--sequential'], ['--workers', '3']]) {
  test(`the server ${options.join(' ')}: answers clients that come at the same time`, async () => {
    const cache = mkdtempSync(join(tmpdir(), 'quoll-server-'));
    const { server, origin } = await start(options, cache);
    try {
      const get = async (path: string) =>
        (await fetch(origin + path)).json() as Promise<Record<string, number>>;
      const limits = [10, 100, 1000, 10_000, 10, 100, 1000, 10_000];
      const counts = await Promise.all(limits.map(async to => (await get(`/primes?to=${to}`))['count']));
      assert.deepEqual(counts, [4, 25, 168, 1229, 4, 25, 168, 1229]);
      const again = await Promise.all(limits.map(async to => (await get(`/primes?to=${to}`))['count']));
      assert.deepEqual(again, counts);
      const { requests, hits, cached } = await get('/stats');
      assert.equal(requests, 16);
      assert.equal(cached, 4);
      assert.ok(hits! >= 8, `hits=${hits}`);
      assert.equal((await fetch(`${origin}/elsewhere`)).status, 404);
      assert.equal((await fetch(`${origin}//`)).status, 400);
    } finally {
      server.kill();
      await once(server, 'exit');
      rmSync(cache, { recursive: true });
    }
  });
}
